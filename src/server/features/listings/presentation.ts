import { crc32 } from 'node:zlib';
import { type OwnColumns, toOwnPart } from './listing.ts';

/** Increase it whenever what `writePresentation` returns for a row changes: presentations of other versions are written again. */
const VERSION = '1';
const CHECK_LENGTH = 8;

const NOT_ASCII = /[^\x20-\x7e]/u;
const EACH_NOT_ASCII = /[^\x20-\x7e]/g;

/**
 * What lists show of a listing, apart from its seller, brand, masked texts and price verdict: the version, a checksum, and JSON that isn't closed yet. All in
 * ASCII, of which a string becomes bytes much faster.
 */
export function writePresentation(row: OwnColumns): string {
  const own = JSON.stringify(toOwnPart(row));
  const json = toAscii(`${own.slice(0, -1)},"answers":${row.answers},"specification":${row.specification}`);
  return `${VERSION}${checkOf(json)}${json}`;
}

/** The JSON of a stored presentation; null when it is of another version, or damaged. */
export function readPresentation(stored: string): string | null {
  if (!stored.startsWith(VERSION)) return null;
  const json = stored.slice(VERSION.length + CHECK_LENGTH);
  return stored.startsWith(checkOf(json), VERSION.length) ? json : null;
}

/** The same JSON in ASCII, with all other characters escaped. */
export function toAscii(json: string): string {
  return NOT_ASCII.test(json) ? json.replace(EACH_NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`) : json;
}

const checkOf = (json: string): string => crc32(json).toString(16).padStart(CHECK_LENGTH, '0');
