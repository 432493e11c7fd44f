import { v7 as uuid } from 'uuid';
import type { DecisionKind } from '#contract/decisions.ts';
import { type ListPage, type PageOf, searchPage } from '../../db/paging.ts';
import type { DecisionsTable } from '../../db/tables/moderation.ts';
import type { Db } from '../../db/tables.ts';

export type NewDecision = Pick<DecisionsTable, 'kind' | 'seller_id' | 'listing_id' | 'reason' | 'by_id'> & {
  conversation_id?: string;
  review_id?: string;
  now: number;
};
type OwnPage = ListPage & { kind?: DecisionKind };
type DecisionPage = OwnPage & { show: 'answered' | 'standing' | 'all' };
type Searched = 'listings.model_name' | 'decisions.reason' | 'sellers.name' | 'sellers.email';
type Select = ReturnType<typeof select>;
export type DecisionRow = Awaited<ReturnType<Select['execute']>>[number];

/** What a search looks at. Sellers are found by name only where an admin asks: reporters aren't told who sells. */
const ABOUT_PHONES: Searched[] = ['listings.model_name', 'decisions.reason'];
const ABOUT_SELLERS: Searched[] = [...ABOUT_PHONES, 'sellers.name', 'sellers.email'];

/** Adds a decision; returns its id. */
export async function insertDecision(tx: Db, { now, ...decision }: NewDecision): Promise<string> {
  const id = uuid();
  await tx
    .insertInto('decisions')
    .values({ conversation_id: null, review_id: null, ...decision, id, created_at: now, undone_at: null, undone_reason: null })
    .execute();
  return id;
}

/** Whether a seller was given this warning since then, and it wasn't withdrawn. */
export async function hasWarning(tx: Db, { seller_id, listing_id, reason }: Pick<NewDecision, 'seller_id' | 'listing_id' | 'reason'>, since: number) {
  const row = await tx
    .selectFrom('decisions')
    .select('id')
    .where('kind', '=', 'warning')
    .where('seller_id', '=', seller_id)
    .where('listing_id', listing_id === null ? 'is' : '=', listing_id)
    .where('reason', '=', reason)
    .where('created_at', '>', since)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a decision as undone; returns false when it was undone already. */
export async function markUndone(tx: Db, id: string, { reason, now }: { reason: string; now: number }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('decisions')
    .set({ undone_at: now, undone_reason: reason })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a listing's active decisions of one kind as undone, because something else ended them; returns their ids. */
export async function endDecisions(
  tx: Db,
  listingId: string,
  kind: DecisionsTable['kind'],
  { reason, now }: { reason: string; now: number },
): Promise<string[]> {
  const rows = await tx
    .updateTable('decisions')
    .set({ undone_at: now, undone_reason: reason })
    .where('listing_id', '=', listingId)
    .where('kind', '=', kind)
    .where('undone_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks the removal of a review as undone, because the review was restored. */
export async function endReviewRemoval(tx: Db, { reviewId, authorId, reason, now }: { reviewId: string; authorId: string; reason: string; now: number }) {
  await tx
    .updateTable('decisions')
    .set({ undone_at: now, undone_reason: reason })
    // Their index is by whom they concern.
    .where('seller_id', '=', authorId)
    .where('review_id', '=', reviewId)
    .where('undone_at', 'is', null)
    .execute();
}

export function findDecision(db: Db, id: string): Promise<DecisionsTable | undefined> {
  return db.selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Decisions with an answer to settle, those still in effect, or all. An answer is settled, too, once the decision that it asks to undo is undone. */
export function findDecisions(db: Db, { show, kind, ...page }: DecisionPage): Promise<PageOf<DecisionRow>> {
  const all = ofKind(select(db), kind);
  if (show === 'standing') return read(all.where('decisions.undone_at', 'is', null), ABOUT_SELLERS, page);
  if (show === 'all') return read(all, ABOUT_SELLERS, page);
  const unsettled = db.selectFrom('decision_answers').select('decision_id').where('settled_at', 'is', null).where('body', '!=', '');
  // Sellers ask to undo what was decided against them, reporters that nothing was.
  const ofOthers = unsettled.where('written_as', '=', 'reporter');
  return read(
    all.where((eb) =>
      eb.or([
        eb.and([eb('decisions.undone_at', 'is', null), eb('decisions.id', 'in', unsettled)]),
        eb.and([eb('decisions.kind', '!=', 'clearance'), eb('decisions.id', 'in', ofOthers)]),
      ]),
    ),
    ABOUT_SELLERS,
    page,
  );
}

function ofKind(query: Select, kind: DecisionKind | undefined): Select {
  return kind === undefined ? query : query.where('decisions.kind', '=', kind);
}

function select(db: Db) {
  return db
    .selectFrom('decisions')
    .innerJoin('users as sellers', 'sellers.id', 'decisions.seller_id')
    .leftJoin('listings', 'listings.id', 'decisions.listing_id')
    .leftJoin('reviews', 'reviews.id', 'decisions.review_id')
    .selectAll('decisions')
    .select([
      'reviews.order_id as review_order_id',
      'reviews.stars as review_stars',
      'reviews.text as review_text',
      'sellers.name as seller_name',
      'sellers.email as seller_email',
      'listings.model_name',
      'listings.image',
      'listings.sold_at',
      'listings.removed_at',
      'listings.removed_reason',
    ]);
}

async function read(query: Select, columns: Searched[], { direction, ...page }: ListPage): Promise<PageOf<DecisionRow>> {
  return searchPage(query, { key: 'decisions.created_at', id: 'decisions.id', direction }, { ...page, columns, toItem: (row) => row });
}

/** Decisions about a person, their listings, or listings they reported. */
export function findDecisionsFor(db: Db, userId: string, { kind, ...page }: OwnPage): Promise<PageOf<DecisionRow>> {
  return read(ofKind(concerning(db, userId), kind), ABOUT_PHONES, page);
}

function concerning(db: Db, userId: string): Select {
  return select(db).where((eb) =>
    eb.or([
      // Clearing a listing doesn't concern its seller, who wasn't told about the reports.
      eb.and([eb('decisions.seller_id', '=', userId), eb('decisions.kind', '!=', 'clearance')]),
      eb(
        'decisions.id',
        'in',
        eb
          .selectFrom('reports')
          .select('decision_id')
          .where('reporter_id', '=', userId)
          .where('decision_id', 'is not', null)
          .$narrowType<{ decision_id: string }>(),
      ),
      // A report belongs to the latest decision about it; who appealed against an earlier one still reads our reply.
      eb('decisions.id', 'in', eb.selectFrom('decision_answers').select('decision_id').where('author_id', '=', userId)),
    ]),
  );
}

export function findDecisionFor(db: Db, userId: string, id: string): Promise<DecisionRow | undefined> {
  return concerning(db, userId).where('decisions.id', '=', id).executeTakeFirst();
}
