import type { DecisionKind } from '#contract/decisions.ts';
import { readCursor, sortedAs, writeCursor } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { ConflictError, NotFoundError } from '../../errors.ts';
import { ACKNOWLEDGED, inserted, updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { answerDecision, settleAnswer } from './answer-commands.ts';
import { findAnswers } from './answer-queries.ts';
import { decide } from './commands.ts';
import { findDecision, findDecisionFor, findDecisions, findDecisionsFor } from './queries.ts';
import { requireAppealable, requireDecidableListing, requireDecidableSeller, requireNamed, requirePersonPresent, requireSubject } from './rules.ts';
import { findSubjectListing, findSubjectPerson, findSubjectSeller, type Subject } from './subject-queries.ts';
import { type Undo, undoDecision } from './undo-commands.ts';
import { toDecision, toOwnDecision } from './view.ts';

/** `restoreReview` undoes the removal of a review. */
type Needs = Pick<Services, 'db' | 'clock'> & { restoreReview: Undo };
type Named = { kind: DecisionKind; listingId?: string; sellerId?: string };

/** Decisions about listings, sellers, messages and reviews, undoing them, and people's answers to them. */
export function decisionRoutes(serve: ServeCall, services: Needs): void {
  const { db, clock } = services;

  serve('GET /myDecisions', async ({ caller, query }) => {
    const { list, direction } = sortedAs('my-decisions', query.sort);
    const page = await findDecisionsFor(db, caller.userId, { ...query, direction, after: readCursor(list, query.cursor) });
    const answers = await findAnswers(
      db,
      page.items.map(({ id }) => id),
      caller.userId,
    );
    return { reply: page.items.map((row) => toOwnDecision(row, caller.userId, answers)), next: writeCursor(list, page.next) };
  });

  serve('POST /myDecisions/:id/answer', async ({ caller, params, body }) => {
    const decision = await findDecisionFor(db, caller.userId, params.id);
    if (!decision) throw new NotFoundError('This decision doesn’t exist or doesn’t concern you.');
    const written_as = decision.seller_id === caller.userId ? 'seller' : 'reporter';
    requireAppealable(decision, written_as);
    const insertedId = await answerDecision(db, { decision_id: decision.id, author_id: caller.userId, written_as, body: body.text }, clock.now());
    if (insertedId === null) throw new ConflictError('conflict', 'You’ve already answered this decision.');
    return inserted(insertedId);
  });

  forAdmins(serve, services);
}

function forAdmins(serve: ServeCall, { db, clock, restoreReview }: Needs): void {
  serve('GET /decisions', async ({ query }) => {
    const { list, direction } = sortedAs(`decisions ${query.show}`, query.sort);
    const page = await findDecisions(db, { ...query, direction, after: readCursor(list, query.cursor) });
    const answers = await findAnswers(
      db,
      page.items.map(({ id }) => id),
    );
    return { reply: page.items.map((row) => toDecision(row, answers)), next: writeCursor(list, page.next) };
  });

  serve('POST /decisions', async ({ caller, body }) => {
    const { kind, reason } = body;
    const subject = await findSubject(db, body);
    if (subject.listing) requireDecidableListing(kind, subject.listing);
    const decided = await decide(db, { kind, subject, reason, by: { role: 'admin', id: caller.userId }, now: clock.now() });
    if (decided.outcome === 'unchanged') return ACKNOWLEDGED;
    return inserted(decided.id);
  });

  serve('POST /decisions/:id/undo', async ({ caller, params, body }) => {
    const decision = await findDecision(db, params.id);
    if (!decision) throw new NotFoundError('This decision doesn’t exist.');
    const { listing_id: listingId, conversation_id: about, seller_id: personId } = decision;
    const isAboutListing = listingId !== null && about === null;
    const subject = isAboutListing ? await findSubjectListing(db, listingId) : await findSubjectPerson(db, personId);
    requirePersonPresent(subject);
    const by = { role: 'admin', id: caller.userId } as const;
    const undone = await undoDecision(db, decision, { subject, reason: body.reason, by, now: clock.now(), restoreReview });
    return updated(undone);
  });

  serve('POST /answers/:id/settle', async ({ caller, params, body }) => {
    const { outcome } = await settleAnswer(db, params.id, { reason: body.reason, by: { role: 'admin', id: caller.userId }, now: clock.now() });
    if (outcome === 'missing') throw new NotFoundError('This answer doesn’t exist.');
    return updated(outcome === 'settled');
  });
}

/** The listing or seller that a decision names; throws 404 or 422. */
async function findSubject(db: Db, { kind, listingId, sellerId }: Named): Promise<Subject> {
  requireNamed(kind, { listingId, sellerId });
  const subject = listingId === undefined ? await findSubjectSeller(db, sellerId ?? '') : await findSubjectListing(db, listingId);
  requireSubject(subject);
  if (kind === 'warning' || kind === 'suspension') {
    const seller = await findSubjectSeller(db, subject.sellerId);
    requireDecidableSeller(seller);
  }
  return subject;
}
