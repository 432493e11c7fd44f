import { crc32 } from 'node:zlib';
import { type OwnColumns, toOwnPart } from './listing.ts';

/** Increase it whenever what `writePresentation` returns for a row changes: presentations of other versions are written again. */
const VERSION = '3';
const CHECK_LENGTH = 8;

const NOT_ASCII = /[^\x20-\x7e]/u;
const EACH_NOT_ASCII = /[^\x20-\x7e]/g;

/** Which listing a presentation is of, after how many changes. */
export type Shown = { id: string; shown_turn: number };

/**
 * What lists show of a listing, apart from its seller, brand, masked texts and price verdict: the version, a checksum of all that follows and of
 * which listing it is after how many changes, and JSON that isn't closed yet. All in ASCII, of which a string becomes bytes much faster.
 */
export function writePresentation(row: OwnColumns & Shown): string {
  const own = JSON.stringify(toOwnPart(row));
  const json = toAscii(`${own.slice(0, -1)},"answers":${row.answers},"specification":${row.specification}`);
  return `${VERSION}${checkOf(json, row)}${json}`;
}

/** The JSON of a stored presentation; null when it is damaged, of another version or listing, or older than the listing. */
export function readPresentation(stored: string, of: Shown): string | null {
  if (!stored.startsWith(VERSION)) return null;
  const json = stored.slice(VERSION.length + CHECK_LENGTH);
  return stored.startsWith(checkOf(json, of), VERSION.length) ? json : null;
}

/** The same JSON in ASCII, with all other characters escaped. */
export function toAscii(json: string): string {
  return NOT_ASCII.test(json) ? json.replace(EACH_NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`) : json;
}

const checkOf = (json: string, { id, shown_turn: turn }: Shown): string =>
  crc32(json, crc32(`${id} ${turn}`))
    .toString(16)
    .padStart(CHECK_LENGTH, '0');
