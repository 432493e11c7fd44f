import { z } from 'zod';
import { JudgedListing } from './listings.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { MOST_COMPARED } from './shared/page-size.ts';
import { isStorable } from './shared/text.ts';

const TOO_MANY = 'You can compare up to four phones.';
const NOT_READ = 'These aren’t listings. Choose the phones to compare in the shop.';
/** A listing's id. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

function toIds(text: string): string[] {
  return [...new Set(text.split(',').map((id) => id.trim().toLowerCase()))].filter((id) => id !== '');
}

/** Listing ids, separated by commas; duplicates count once. */
export const ComparedIds = z
  .string(NOT_READ)
  .max(1000, { error: NOT_READ, abort: true })
  .refine(isStorable, NOT_READ)
  .transform(toIds)
  .refine((ids) => ids.length > 0, 'Choose at least one phone to compare.')
  .refine((ids) => ids.length <= MOST_COMPARED, TOO_MANY)
  .refine((ids) => ids.every((id) => ID.test(id)), NOT_READ);

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
