import { demoId } from '../../src/server/db/seed/demo-id.ts';
import type { UserRow } from '../../src/server/db/tables.ts';
import { createChance } from '../../test/model/chance.ts';
import { FIRST_NAMES, LAST_NAMES } from './vocabulary.ts';

export const BUYERS = 200;
const DAY_MS = 86_400_000;
/** The number of sellers grows with the cube root of the listings: 2,000 at ten thousand, 9,300 at a million. */
const SELLERS_A_ROOT = 93;

type Span = { seed: number; end: number };

export const sellersAt = (size: number): number => Math.round(SELLERS_A_ROOT * Math.cbrt(size));

export const createSellers = (count: number, span: Span): UserRow[] => Array.from({ length: count }, (_, nth) => createPerson('seller', nth, span));

function createPerson(role: 'seller' | 'buyer', nth: number, { seed, end }: Span): UserRow {
  const chance = createChance(seed * 31 + nth + (role === 'buyer' ? 1_000_003 : 0));
  // Before the first listing.
  const joined = end - (731 + chance.below(700)) * DAY_MS;
  const email = role === 'buyer' ? buyerEmail(nth) : `seller${nth}@bench.test`;
  const name = `${chance.pickOf(FIRST_NAMES)} ${chance.pickOf(LAST_NAMES)}`;
  return {
    id: demoId(`${seed} ${email}`, joined),
    email,
    name,
    role,
    verified_at: role === 'seller' && chance.percent(30) ? joined + DAY_MS : null,
    removed_at: null,
    created_at: joined,
    identity_subject: role === 'buyer' ? `builtin:${identityIdOf(email, end)}` : null,
    erased_at: null,
    suspended_at: null,
    selling_since: null,
    name_key: null,
  };
}

/** The number that all buyers give with their bookings. */
export const BUYER_PHONE = '+1 555 0131';

export const buyerEmail = (nth: number): string => `buyer${nth}@bench.test`;

export const createBuyers = (span: Span): UserRow[] => Array.from({ length: BUYERS }, (_, nth) => createPerson('buyer', nth, span));

/** Somebody's id at the built-in identity service. */
export const identityIdOf = (email: string, end: number): string => demoId(`identity ${email}`, end);
