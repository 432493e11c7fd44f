/** Allows `burst` at once, then `perMinute`. */
export type Budget = { burst: number; perMinute: number };

/** Budgets per person and per network address; `name` is used in the error message. */
export type Limit = { name: string; person: Budget; address: Budget };

function some(name: string, burst: number, perMinute: number): Limit {
  return {
    name,
    person: { burst, perMinute },
    // A household, an office or a mobile network shares one address.
    address: { burst: burst * 10, perMinute: perMinute * 10 },
  };
}

/** Rate limits by a call's `limit`: beyond what people do, within what programs do. */
export const LIMITS = {
  search: { name: 'searches', person: { burst: 3000, perMinute: 3000 }, address: { burst: 3000, perMinute: 3000 } },
  booking: some('bookings', 60, 10),
  message: some('messages', 30, 30),
  report: some('reports', 30, 5),
  upload: some('pictures', 200, 60),
  /**
   * In megapixels of an ordinary JPEG: two hundred photos from a phone at once, and forty a minute. Other formats cost two to four times as much
   * per pixel.
   */
  pixels: { name: 'large pictures', person: { burst: 2400, perMinute: 480 }, address: { burst: 9600, perMinute: 1920 } },
  /** For people without a verified email address. */
  unverifiedPixels: { name: 'large pictures', person: { burst: 600, perMinute: 240 }, address: { burst: 2400, perMinute: 960 } },
  part: some('parts of pictures', 2000, 1000),
  draft: some('drafts', 300, 120),
  import: some('imports', 20, 2),
  /** Each changes up to a hundred listings. */
  bulk: some('changes', 60, 20),
  /** Changes that end sessions or set another password. */
  security: some('changes to your account', 30, 5),
  /** A phone test has a good two dozen requests, in two minutes. */
  phoneTest: some('steps of phone tests', 60, 30),
  /** Access tokens are renewed every quarter of an hour. */
  account: some('requests', 120, 60),
  /** All other changes. */
  write: some('changes', 600, 300),
} as const satisfies Record<string, Limit>;

const DAY = 24 * 60;

/**
 * Limits on logins and sign-ups, by client network and by site; password guessing has stricter limits of its own. An office of a hundred can sign
 * up in one morning.
 */
export const ACCOUNT_LIMITS = {
  signIn: { name: 'attempts to log in', network: { burst: 120, perMinute: 60 }, site: { burst: 480, perMinute: 240 } },
  signUp: { name: 'attempts to sign up', network: { burst: 60, perMinute: 30 }, site: { burst: 240, perMinute: 120 } },
  /** Sign-ups that succeeded. */
  account: { name: 'new accounts', network: { burst: 100, perMinute: 100 / DAY }, site: { burst: 400, perMinute: 400 / DAY } },
} as const satisfies Record<string, { name: string; network: Budget; site: Budget }>;

/**
 * CPU budgets, in units of about a millisecond: per client network (an IPv4 address, an IPv6 /64), per site (an IPv4 /24, an IPv6 /48) and per
 * person. A rendered page costs 5 to 20, a cached one a tenth.
 */
export const COSTS = {
  network: { burst: 15_000, perMinute: 15_000 },
  site: { burst: 60_000, perMinute: 60_000 },
  person: { burst: 10_000, perMinute: 8000 },
} as const satisfies Record<string, Budget>;

/** Base cost of every request, before its actual cost is known, in the same unit. */
export const PRICES = { cached: 0.1, read: 0.3, write: 5, file: 100, siteMap: 150 } as const;

/** Accounts younger than this, and those without a verified email address, get this share of the budgets. */
export const NEWCOMERS = { ms: 86_400_000, share: 0.5 } as const;

export type LimitName = keyof typeof LIMITS;
