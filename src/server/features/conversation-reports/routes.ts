import type { ReportedConversation } from '#contract/conversation-reports.ts';
import { toIso } from '#contract/shared/moments.ts';
import { readCursor, sortedAs, writeCursor } from '../../db/paging.ts';
import { NotFoundError } from '../../errors.ts';
import { ACKNOWLEDGED, inserted, updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findConversation, requireConversation } from '../conversations/index.ts';
import { toListingState } from '../decisions/index.ts';
import { decideReport, reportConversation } from './commands.ts';
import { type ContextMessage, findContext, findReport, findReported, type ReportRow } from './queries.ts';

/** Reports of what somebody wrote to somebody, and their decision. */
export function conversationReportRoutes(serve: ServeCall, { db, clock }: Pick<Services, 'db' | 'clock'>): void {
  serve('POST /conversations/:id/reports', async ({ caller, params, body }) => {
    const conversation = await findConversation(db, caller.userId, params.id);
    requireConversation(conversation);
    const { id: conversation_id, other_id: reported_id, side, last_number } = conversation;
    const insertedId = await reportConversation(
      db,
      { conversation_id, reporter_id: caller.userId, reported_id, side, reason: body.reason, last_number },
      clock.now(),
    );
    return insertedId === null ? ACKNOWLEDGED : inserted(insertedId);
  });

  serve('GET /reportedConversations', async ({ query }) => {
    const { list, direction } = sortedAs('reported conversations', query.sort);
    const { items, next } = await findReported(db, { ...query, direction, after: readCursor(list, query.cursor) });
    const context = await findContext(db, items);
    return { reply: items.map((row) => toReported(row, context)), next: writeCursor(list, next) };
  });

  serve('POST /reportedConversations/:id/decision', async ({ caller, params, body }) => {
    const report = await findReport(db, params.id);
    if (!report) throw new NotFoundError('There is no such report.');
    const isDecided = await decideReport(db, report, { ...body, adminId: caller.userId, now: clock.now() });
    return updated(isDecided);
  });
}

function toReported(row: ReportRow, context: ContextMessage[]): ReportedConversation {
  return {
    _id: row.id,
    productId: row.listing_id,
    productName: row.model_name,
    productState: toListingState(row),
    buyer: { _id: row.buyer_id, name: row.buyer_name },
    seller: { _id: row.seller_id, name: row.seller_name },
    by: row.side,
    reason: row.reason,
    reportedAt: toIso(row.created_at),
    // Both sides may have reported it, each at its own moment.
    messages: context
      .filter(({ conversation_id, number }) => conversation_id === row.conversation_id && number <= row.last_number)
      .map(({ id, side, text, photos, created_at }) => ({ _id: id, by: side, text, photos: JSON.parse(photos) as string[], at: toIso(created_at) })),
  };
}
