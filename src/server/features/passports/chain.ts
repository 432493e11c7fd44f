import { createHash, randomBytes } from 'node:crypto';
import { type ChainFields, NO_HASH, type PassportFacts, type PassportSource, toCanonical, toCommitted } from '#contract/passport-chain.ts';
import type { PassportEntryKind } from '#contract/passports.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { PassportEntriesTable } from '../../db/tables/passports.ts';

/**
 * Something to write into a passport. `words`: what may be about a person, and must be deletable without breaking the chain; shown as long as the listing
 * `listingId` may be.
 */
export type NewEntry = { kind: PassportEntryKind; owner: number | null; source: PassportSource; facts?: PassportFacts; words?: string; listingId?: string };

export type Head = { entries: number; head: string };

/** The head of a passport without entries. */
export const NO_ENTRIES: Head = { entries: 0, head: NO_HASH };

const SALT_BYTES = 16;

/** The rows of entries that follow a head, each with the hash over the one before, and the head after them. `now`: epoch ms. */
export function chainOn(
  passportId: string,
  before: Head,
  { added, now }: { added: readonly NewEntry[]; now: number },
): Head & { rows: PassportEntriesTable[] } {
  const rows: PassportEntriesTable[] = [];
  let { entries, head } = before;
  for (const { kind, owner, source, facts = {}, words, listingId = null } of added) {
    const text = words === undefined ? null : { words, salt: randomBytes(SALT_BYTES).toString('hex') };
    const commitment = text && sha256(toCommitted(text));
    const fields: ChainFields = { number: entries + 1, kind, at: toIso(now), owner, source, facts, commitment };
    head = sha256(toCanonical(passportId, head, fields));
    entries += 1;
    const stored = { passport_id: passportId, number: entries, kind, at: now, owner, source, facts: JSON.stringify(facts), listing_id: listingId };
    rows.push({ ...stored, commitment, words: text?.words ?? null, salt: text?.salt ?? null, hash: head });
  }
  return { entries, head, rows };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
