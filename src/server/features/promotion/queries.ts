import { readRows } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { type FullListingRow, findOnSaleByIds, VARIED, type Varied } from '../listings/index.ts';
import { interleave } from './interleave.ts';
import { markOf, type OffersPlace } from './offers-cursor.ts';

/** How far down the list a page looks for other sellers and models: more than one seller's 200 offers. */
const REACH = 400;

type Offer = Varied & { advertised_at: number | null };

/**
 * A page of the advertised listings on sale: the most recently advertised, and between them others that differ in seller and model. However offers come and go
 * between two pages, each is on one of them.
 */
export async function findAdvertised(db: Db, limit: number, place: OffersPlace | null): Promise<{ items: FullListingRow[]; next: OffersPlace | null }> {
  const shown = place?.shown ?? new Set<number>();
  const reach = Math.max(limit, REACH - shown.size);
  const rows = await readOffers(db, reach + shown.size, place);
  const unshown = rows.filter(({ id }) => !shown.has(markOf(id)));
  const picked = interleave(unshown.slice(0, reach), limit, {
    shown: place ? [...(await readShown(db, place)), ...rows.filter(({ id }) => shown.has(markOf(id)))] : [],
    last: place && (await findLast(db, place.last)),
  });
  const items = await findOnSaleByIds(
    db,
    picked.map(({ id }) => id),
  );
  return { items, next: unshown.length > picked.length ? placeAfter(picked, rows, place) : null };
}

/** Reads offers, and one more where there are more, from the most recently advertised to the first. */
function readOffers(db: Db, limit: number, place: OffersPlace | null): Promise<Offer[]> {
  return readRows(selectOffers(db), { key: 'advertised_at', id: 'id' }, { limit, after: place?.after ?? null });
}

/** The offers that are up to `after`, the nearest first. New ones among them do no harm: they only make their seller's others wait. */
function readShown(db: Db, { after }: OffersPlace): Promise<Offer[]> {
  return readRows(selectOffers(db), { key: 'advertised_at', id: 'id', direction: 'asc' }, { limit: REACH, after });
}

function selectOffers(db: Db) {
  return db
    .selectFrom('listings')
    .select([...VARIED, 'advertised_at'])
    .where('advertised_at', 'is not', null)
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null);
}

async function findLast(db: Db, id: string): Promise<Varied | null> {
  return (await db.selectFrom('listings').select(VARIED).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Moves on past the rows at the start that have been shown, and marks those further down. */
function placeAfter(picked: Offer[], rows: Offer[], place: OffersPlace | null): OffersPlace | null {
  const done = new Set([...(place?.shown ?? []), ...picked.map(({ id }) => markOf(id))]);
  const firstLeft = rows.findIndex(({ id }) => !done.has(markOf(id)));
  const before = rows[firstLeft - 1];
  const after = before ? { key: before.advertised_at ?? 0, id: before.id } : place?.after;
  const last = picked.at(-1);
  if (!after || !last) return null;
  const further = rows.slice(firstLeft).map(({ id }) => markOf(id));
  return { after, last: last.id, shown: new Set(further.filter((mark) => done.has(mark))) };
}
