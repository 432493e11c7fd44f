import { BAD_CURSOR } from '#contract/shared/paging.ts';
import { UUID } from '#contract/shared/uuid.ts';
import { type Cursor, readCursor, writeCursor } from '../../db/paging.ts';
import { MalformedError } from '../../errors.ts';

/** Where a page of offers begins: all up to `after` were shown, and so were those further down whose marks are in `shown`. `last` was shown last. */
export type OffersPlace = { after: Cursor; last: string; shown: ReadonlySet<number> };

const LIST = 'advertised';
const MARK_BYTES = 4;

/** A short stand-in for an id, from its random end: unlikely to be the same for any two among a few hundred. */
export const markOf = (id: string): number => Number.parseInt(id.slice(-2 * MARK_BYTES), 16);

export function writeOffersCursor(place: OffersPlace | null): string | null {
  if (place === null) return null;
  const marks = Buffer.alloc(place.shown.size * MARK_BYTES);
  for (const [nth, mark] of [...place.shown].entries()) marks.writeUInt32BE(mark, nth * MARK_BYTES);
  return [writeCursor(LIST, place.after), place.last, marks.toString('base64url')].join('.');
}

/** Throws `MalformedError` for anything that `writeOffersCursor` didn't write. */
export function readOffersCursor(written: string | undefined): OffersPlace | null {
  if (written === undefined || written === '') return null;
  const [start, last = '', marks = ''] = written.split('.');
  const after = readCursor(LIST, start);
  const bytes = Buffer.from(marks, 'base64url');
  if (!after || !UUID.test(last) || bytes.length % MARK_BYTES !== 0) throw new MalformedError(BAD_CURSOR, { cursor: BAD_CURSOR });
  return { after, last, shown: new Set(Array.from({ length: bytes.length / MARK_BYTES }, (_, nth) => bytes.readUInt32BE(nth * MARK_BYTES))) };
}
