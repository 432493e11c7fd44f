import { crc32 } from 'node:zlib';
import { toAscii } from './ascii.ts';
import { type OwnColumns, toAskedPart, toOwnPart } from './listing.ts';

/** Increase it whenever what `writePresentation` returns for a row changes: presentations of other versions are written again. */
const VERSION = '4';
const CHECK_LENGTH = 8;
/** Digits of the length of what the price verdict needs. */
const LENGTH_LENGTH = 6;

/** Which listing a presentation is of, after how many changes. */
export type Shown = { id: string; shown_turn: number };

/** `json`: what lists show, not closed yet; `asked`: what the price verdict needs, in JSON. Both are ASCII. */
export type Presentation = { json: string; asked: string };

/** What the price verdict needs of a listing besides its brand and price. */
export type AskedPart = ReturnType<typeof toAskedPart>;

/**
 * What lists show of a listing, apart from its seller, brand and masked texts: the version, a checksum of all that follows and of which listing it is
 * after how many changes, what the price verdict needs with its length, and JSON that isn't closed yet. All in ASCII, of which a string becomes bytes
 * much faster.
 */
export function writePresentation(row: OwnColumns & Shown): string {
  const own = JSON.stringify(toOwnPart(row));
  const json = toAscii(`${own.slice(0, -1)},"answers":${row.answers},"specification":${row.specification}`);
  const asked = toAscii(JSON.stringify(toAskedPart(row)));
  const all = `${asked.length.toString(16).padStart(LENGTH_LENGTH, '0')}${asked}${json}`;
  return `${VERSION}${checkOf(all, row)}${all}`;
}

/** Whether it was written by an earlier version of the shop, or a later one, as all are right after an update. */
export const isOfOtherVersion = (stored: string): boolean => /^\d/u.test(stored) && !stored.startsWith(VERSION);

/** A stored presentation's parts; null when it is damaged, of another version or listing, or older than the listing. */
export function readPresentation(stored: string, of: Shown): Presentation | null {
  if (!stored.startsWith(VERSION)) return null;
  const all = stored.slice(VERSION.length + CHECK_LENGTH);
  if (!stored.startsWith(checkOf(all, of), VERSION.length)) return null;
  const end = LENGTH_LENGTH + Number.parseInt(all.slice(0, LENGTH_LENGTH), 16);
  return { json: all.slice(end), asked: all.slice(LENGTH_LENGTH, end) };
}

const checkOf = (json: string, { id, shown_turn: turn }: Shown): string =>
  crc32(json, crc32(`${id} ${turn}`))
    .toString(16)
    .padStart(CHECK_LENGTH, '0');
