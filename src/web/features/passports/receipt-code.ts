import type { PassportHead } from '#contract/passport-chain.ts';

const CODE = /^\s*(\d{1,6})-([\da-f]{64})\s*$/iu;

/** A head as receipts show it: how many entries there were, and the hash of the last. */
export const toReceiptCode = ({ entries, head }: PassportHead): string => `${entries}-${head}`;

/** Reads a code that somebody copied from a receipt; null for any other text. */
export function readReceiptCode(text: string): PassportHead | null {
  const [, entries, head] = CODE.exec(text) ?? [];
  return entries === undefined || head === undefined ? null : { entries: Number(entries), head: head.toLowerCase() };
}
