import { BookedTerms } from '#contract/orders.ts';
import type { ProblemFile, ProblemMessage } from '#contract/problems.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { ProblemsTable } from '../../db/tables/orders.ts';
import type { Db } from '../../db/tables.ts';
import { findMessagesBetween } from '../conversations/index.ts';
import { readHandoverRecord } from '../handover/index.ts';
import { type FulfilledOrderRow, findHistory, toPaidOrder } from '../orders/index.ts';
import { findFreeze } from '../payments/index.ts';
import { readOrderTest } from '../phone-tests/index.ts';
import { mayBeWithBuyer } from './decision-commands.ts';
import { readProblem } from './queries.ts';

/** How many of their last messages those who decide read. */
const MOST_MESSAGES = 200;

/** All that the shop knows of a problem; the messages only while the shop is to decide. */
export async function toFile(db: Db, row: FulfilledOrderRow, problem: ProblemsTable): Promise<ProblemFile> {
  const { ProductName, image, price, charged, buyer, seller, fulfillment } = toPaidOrder(row, row.seller_id);
  const [read, history, handover, phoneTest, freeze, messages, isReturnable] = await Promise.all([
    readProblem(db, problem),
    findHistory(db, row.id),
    readHandoverRecord(db, row.id),
    readOrderTest(db, row),
    findFreeze(db, row.id),
    row.fulfillment_state === 'escalated' ? readMessages(db, row) : null,
    mayBeWithBuyer(db, row),
  ]);
  // Only ever written as JSON of parsed terms.
  const terms = row.terms === null ? null : BookedTerms.parse(JSON.parse(row.terms));
  const imeiLast4 = terms?.imeiLast4 ?? row.imei_last4;
  const about = { ProductName, image, price, charged, imeiLast4, buyer, seller, terms };
  return { problem: read, ...about, isFrozen: freeze === 'open', fulfillment, isReturnable, history, handover, phoneTest, messages };
}

async function readMessages(db: Db, row: FulfilledOrderRow): Promise<ProblemMessage[]> {
  const messages = await findMessagesBetween(db, row, MOST_MESSAGES);
  return messages.map(({ id, side, text, photos, created_at }) => ({
    ...{ _id: id, by: side, text, at: toIso(created_at) },
    // Only ever written as JSON of parsed addresses.
    photos: JSON.parse(photos) as string[],
  }));
}
