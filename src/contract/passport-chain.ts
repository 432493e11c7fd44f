/** Whose word an entry is: its owner's, what the shop itself recorded, or buyer's and seller's together. */
export type PassportSource = 'owner' | 'shop' | 'both';

/** Facts without a name in them: amounts in cents, numbers, and words of the shop's. */
export type PassportFacts = Record<string, string | number>;

/** What an entry's hash covers, besides the passport and the entry before. */
export type ChainFields = {
  /** Counts a passport's entries, from 1. */
  number: number;
  kind: string;
  /** ISO 8601, UTC. */
  at: string;
  /** The owner that the entry belongs to; null where it is about none. */
  owner: number | null;
  source: PassportSource;
  facts: PassportFacts;
  /** SHA-256 of a salt and a text; null where an entry has none. */
  commitment: string | null;
};

/** `text`: what somebody wrote, or photos' hashes; null once erased. */
export type ChainEntry = ChainFields & { hash: string; text: { words: string; salt: string } | null };

/** The hash of a passport's last entry and how many there are, as receipts name them. */
export type PassportHead = { entries: number; head: string };

export type Chain = PassportHead & { _id: string; history: readonly ChainEntry[] };

/** What is wrong, and with which entry (counted from 1): its place or number, its hash, its text, or the head that a receipt or the passport names. */
export type ChainFault = { entry: number; what: 'order' | 'hash' | 'text' | 'head' | 'receipt' };

/** Changes whenever `toCanonical` does. */
const VERSION = 'passport-1';

/** The hash before the first entry. */
export const NO_HASH = '0'.repeat(64);

/**
 * The text that an entry's hash is made of, in UTF-8: JSON without spaces, in which nothing can be taken for anything else. An array of the version,
 * the passport, the hash before, and the fields in this order; facts are pairs sorted by name.
 */
export function toCanonical(passportId: string, previous: string, { number, kind, at, owner, source, facts, commitment }: ChainFields): string {
  const pairs = Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([VERSION, passportId, previous, number, kind, at, owner, source, pairs, commitment]);
}

/** The text that a commitment is the hash of. Salts have a fixed length, so each text has one reading. */
export const toCommitted = ({ words, salt }: { words: string; salt: string }): string => `${salt}\n${words}`;

/**
 * Checks a whole history against itself, and against the heads on receipts; returns the first fault, or null. A changed, removed, added or moved entry is
 * a fault. Missing last entries are one only if a receipt or the passport's own head names them.
 */
export async function findFault({ _id, entries, head, history }: Chain, receipts: readonly PassportHead[] = []): Promise<ChainFault | null> {
  let previous = NO_HASH;
  for (const [at, entry] of history.entries()) {
    const number = at + 1;
    if (entry.number !== number) return { entry: number, what: 'order' };
    if ((await sha256(toCanonical(_id, previous, entry))) !== entry.hash) return { entry: number, what: 'hash' };
    if (entry.text !== null && (await sha256(toCommitted(entry.text))) !== entry.commitment) return { entry: number, what: 'text' };
    previous = entry.hash;
  }
  if (entries !== history.length || head !== previous) return { entry: history.length, what: 'head' };
  const unlike = receipts.find((receipt) => history[receipt.entries - 1]?.hash !== receipt.head);
  return unlike ? { entry: unlike.entries, what: 'receipt' } : null;
}

/** In hexadecimal. Browsers have it on HTTPS only. */
async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
