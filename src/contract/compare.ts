import { z } from 'zod';
import { JudgedListing } from './listings.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { listingIds } from './shared/listing-ids.ts';
import { MOST_COMPARED } from './shared/page-size.ts';

const TOO_MANY = 'You can compare up to four phones.';
const NOT_READ = 'These aren’t listings. Choose the phones to compare in the shop.';
/** Listing ids, separated by commas; duplicates count once. */
export const ComparedIds = listingIds(MOST_COMPARED, { notRead: NOT_READ, tooMany: TOO_MANY, none: 'Choose at least one phone to compare.' });

/** A listing with the source of `updatesUntil`. */
export const ComparedListing = JudgedListing.extend({ updatesSource: z.string().nullable() });
export type ComparedListing = z.infer<typeof ComparedListing>;

/** `phones` in the requested order, including sold ones; `gone`: ids that no longer exist. */
export const Comparison = z.object({ phones: z.array(ComparedListing), gone: z.array(z.string()) });
export type Comparison = z.infer<typeof Comparison>;

export const compareCalls = {
  'GET /compare': {
    summary: 'Returns one to four listings (`ids`, separated by commas) to show side by side.',
    access: 'anyone',
    rows: 'any',
    query: z.object({ ids: ComparedIds }),
    reply: Comparison,
  },
} as const satisfies Record<string, Endpoint>;
