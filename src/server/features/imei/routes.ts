import type { ImeiQuestion } from '#contract/imei.ts';
import { toIso } from '#contract/shared/moments.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import { NotFoundError } from '../../errors.ts';
import { updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { statusOf } from '../listings/index.ts';
import { closeQuestion } from './commands.ts';
import { findQuestions, type QuestionRow } from './queries.ts';

/** Doubts about IMEIs, for admins to look into. */
export function imeiRoutes(serve: ServeCall, { db, clock }: Pick<Services, 'db' | 'clock'>): void {
  serve('GET /imeiQuestions', async ({ query }) => {
    const page = await findQuestions(db, query.limit, readCursor('imei-questions', query.cursor));
    return { reply: page.items.map(toQuestion), next: writeCursor('imei-questions', page.next) };
  });

  serve('POST /imeiQuestions/:id/close', async ({ params }) => {
    const { outcome } = await closeQuestion(db, params.id, clock.now());
    if (outcome === 'missing') throw new NotFoundError('This question doesn’t exist.');
    return updated(outcome === 'closed');
  });
}

function toQuestion(row: QuestionRow): ImeiQuestion {
  return {
    _id: row.id,
    kind: row.kind,
    listing: { _id: row.listing_id, model_name: row.model_name, sellerEmail: row.seller_email, status: statusOf(row) },
    last4: row.last4 ?? '',
    said: row.kind === 'claimed_twice' ? (row.claimant_email ?? 'a deleted account') : row.said,
    known: row.known,
    at: toIso(row.created_at),
  };
}
