import { createHash } from 'node:crypto';
import { cutText } from '#contract/shared/cut-text.ts';
import { type Reference, type Resolve, renderMessage } from '../../messages/message.ts';
import { findReferences } from '../../messages/reference-queries.ts';
import { readMessage } from '../../messages/stored.ts';
import type { Push, PushOutcome } from '../../ports/push-service.ts';
import type { Services } from '../../services.ts';
import { deleteSubscriptions } from './queries.ts';
import { claimPush, type DuePush, deletePush, postponePush } from './queue-queries.ts';

export type DeliveryNeeds = Pick<Services, 'db' | 'clock' | 'identity' | 'pushService'>;

export type Delivery = DeliveryNeeds & {
  /** Aborted when the shop stops. */
  stopping: AbortSignal;
  onRefused(failure: string): void;
};

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Longer than an attempt: a push whose process died is tried again afterwards. */
const CLAIM_MS = MINUTE_MS;
const FIRST_WAIT_MS = 15 * SECOND_MS;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
const TITLE_MAX = 120;
const TEXT_MAX = 200;
/** A topic has 32 characters at most (RFC 8030). */
const TOPIC_LENGTH = 32;
/** Screens show notifications to whoever is near, so where and how to reach people stays on the page. */
const ON_THE_PAGE = '(see the page)';

/** Tries to send one push. It is forgotten once it is sent, old, or read in the meantime, or its device is gone. */
export async function deliverPush(due: DuePush, delivery: Delivery): Promise<void> {
  const { db, clock, identity, pushService, stopping } = delivery;
  const now = clock.now();
  if (due.is_gone || due.expires_at <= now || (due.conversation_id !== null && !due.unread)) return deletePush(db, due.id);
  const until = now + CLAIM_MS;
  if (!(await claimPush(db, due, until))) return;
  if (!(await identity.isLoggedIn(due.session_id, now))) return forgetDevice(due, delivery);
  const outcome = await pushService.send(due, await toPush(due, delivery, now), stopping);
  // It may have gone out. The next process tries again once the claim has expired.
  if (stopping.aborted && outcome.outcome === 'later') return;
  await conclude(due, { outcome, until }, delivery);
}

async function conclude(due: DuePush, { outcome, until }: { outcome: PushOutcome; until: number }, delivery: Delivery): Promise<void> {
  const { db, clock, onRefused } = delivery;
  if (outcome.outcome === 'gone') return forgetDevice(due, delivery);
  if (outcome.outcome === 'later') {
    const wait = Math.max(outcome.waitMs ?? 0, Math.min(FIRST_WAIT_MS * 2 ** due.tries, LONGEST_WAIT_MS));
    return postponePush(db, due.id, { until, dueAt: clock.now() + wait });
  }
  if (outcome.outcome === 'refused') onRefused(outcome.failure);
  await deletePush(db, due.id);
}

async function forgetDevice({ subscription_id }: DuePush, { db }: Delivery): Promise<void> {
  await db.transaction().execute((tx) => deleteSubscriptions(tx, [subscription_id]));
}

async function toPush(due: DuePush, { db }: Delivery, now: number): Promise<Push> {
  const { subject, text } = readMessage(due);
  const resolveFor = await findReferences(db, [subject, text]);
  const resolve = withoutContacts(resolveFor());
  const { path } = due;
  const payload = JSON.stringify({ title: cut(renderMessage(subject, resolve), TITLE_MAX), text: cut(renderMessage(text, resolve), TEXT_MAX), path });
  const topic = createHash('sha256').update(path).digest('base64url').slice(0, TOPIC_LENGTH);
  return { payload, topic, ttlSeconds: Math.ceil((due.expires_at - now) / SECOND_MS), isUrgent: due.conversation_id !== null };
}

/** Names are shown; places, numbers and what else people wrote are not. */
function withoutContacts(resolve: Resolve): Resolve {
  return (reference: Reference) => ('person' in reference || ('part' in reference && reference.part === 'buyer_name') ? resolve(reference) : ON_THE_PAGE);
}

function cut(text: string, most: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= most ? line : `${cutText(line, most - 1)}…`;
}
