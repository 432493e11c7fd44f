/** So many at once, and then so many a minute. */
export type Budget = { burst: number; perMinute: number };

/** What one person, and what everybody at one address, may do; `name` says what of in a sentence. */
export type Limit = { name: string; person: Budget; address: Budget };

const some = (name: string, burst: number, perMinute: number): Limit => ({
  name,
  person: { burst, perMinute },
  // A household, an office or a mobile network has one address.
  address: { burst: burst * 10, perMinute: perMinute * 10 },
});

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
  security: some('changes of your account', 30, 5),
  /** An access token is asked for every quarter of an hour. */
  account: some('requests', 120, 60),
  /** Whatever else changes something. */
  write: some('changes', 600, 300),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
