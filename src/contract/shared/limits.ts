/** So many at once, and then so many a minute. */
export type Budget = { burst: number; perMinute: number };

/** What one person, and what everybody at one address, may do; `name` says what of in a sentence. */
export type Limit = { name: string; person: Budget; address: Budget };

function some(name: string, burst: number, perMinute: number): Limit {
  return {
    name,
    person: { burst, perMinute },
    // A household, an office or a mobile network has one address.
    address: { burst: burst * 10, perMinute: perMinute * 10 },
  };
}

/** How often calls may be made, by their `limit`. Numbers that people do not reach, and programs do. */
export const LIMITS = {
  search: { name: 'searches', person: { burst: 3000, perMinute: 3000 }, address: { burst: 3000, perMinute: 3000 } },
  booking: some('bookings', 60, 10),
  report: some('reports', 30, 5),
  upload: some('pictures', 200, 60),
  /** In megapixels of an ordinary JPEG: two hundred photos from a phone at once, and forty a minute. Other formats' pixels cost two to four times as much. */
  pixels: { name: 'large pictures', person: { burst: 2400, perMinute: 480 }, address: { burst: 9600, perMinute: 1920 } },
  /** Of people whose address is not verified. */
  unverifiedPixels: { name: 'large pictures', person: { burst: 600, perMinute: 240 }, address: { burst: 2400, perMinute: 960 } },
  part: some('parts of pictures', 2000, 1000),
  draft: some('drafts', 300, 120),
  import: some('imports', 20, 2),
  /** What leads to a sign-in's end, or to another password. */
  security: some('changes to your account', 30, 5),
  /** An access token is asked for every quarter of an hour. */
  account: some('requests', 120, 60),
  /** Whatever else changes something. */
  write: some('changes', 600, 300),
} as const satisfies Record<string, Limit>;

const DAY = 24 * 60;

/**
 * How often accounts are tried and made, by client network and by site; for those who guess there are stricter limits. An office of a hundred can sign up
 * in one morning.
 */
export const ACCOUNT_LIMITS = {
  signIn: { name: 'attempts to log in', network: { burst: 120, perMinute: 60 }, site: { burst: 480, perMinute: 240 } },
  signUp: { name: 'attempts to sign up', network: { burst: 60, perMinute: 30 }, site: { burst: 240, perMinute: 120 } },
  /** Those that were made. */
  account: { name: 'new accounts', network: { burst: 100, perMinute: 100 / DAY }, site: { burst: 400, perMinute: 400 / DAY } },
} as const satisfies Record<string, { name: string; network: Budget; site: Budget }>;

/**
 * What anybody may use of the shop's time, in about a millisecond of its processor each: everybody in one client network (an IPv4 address, an IPv6 /64),
 * in one site (an IPv4 /24, an IPv6 /48), and one person. A page that is made anew costs 5 to 20, a cached one a tenth.
 */
export const COSTS = {
  network: { burst: 15_000, perMinute: 15_000 },
  site: { burst: 60_000, perMinute: 60_000 },
  person: { burst: 10_000, perMinute: 8000 },
} as const satisfies Record<string, Budget>;

/** What every request costs before it is known what it takes, in the same. */
export const PRICES = { cached: 0.1, read: 0.3, write: 5, file: 100, siteMap: 150 } as const;

/** Accounts younger than this, and those whose address nobody has seen to be theirs, get this part of what others do. */
export const NEWCOMERS = { ms: 86_400_000, share: 0.5 } as const;

export type LimitName = keyof typeof LIMITS;
