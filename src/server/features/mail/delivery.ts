import type { OutboxTable } from '../../db/tables/messages.ts';
import { findReferences } from '../../messages/reference-queries.ts';
import { readMessage } from '../../messages/stored.ts';
import { type Mail, NotSent } from '../../ports/mailer.ts';
import type { Services } from '../../services.ts';
import { claimMail, giveUpMail, markSent, postponeMail } from './queries.ts';
import type { ServerBackoff } from './server-backoff.ts';
import { renderStoredEmail } from './stored-email.ts';

export type DeliveryNeeds = Pick<Services, 'db' | 'clock' | 'mailer'> & {
  shopName: () => string;
  /** The origin of links to the shop, without a trailing slash. */
  origin: string;
};

export type Delivery = DeliveryNeeds & {
  backoff: ServerBackoff;
  /** Aborted when the shop stops. */
  stopping: AbortSignal;
  onGivenUp(row: OutboxTable, failure: string, tries: number): void;
};

const MINUTE_MS = 60_000;

/** Limits one attempt. */
const TRY_MS = 45_000;
/** Longer than an attempt: an email whose process died is tried again afterwards. */
const CLAIM_MS = 2 * MINUTE_MS;
const FIRST_WAIT_MS = 30_000;
/** No email waits longer for its next try. */
export const LONGEST_WAIT_MS = 60 * MINUTE_MS;
/** How often an email may be rejected before it is given up: about three days with these waits, as is usual among mail servers. */
export const MAX_TRIES = 78;

/** Tries to send one email. Returns whether it makes sense to try the next. */
export async function deliverMail(row: OutboxTable, delivery: Delivery): Promise<boolean> {
  const { db, clock, mailer, stopping, backoff } = delivery;
  const now = clock.now();
  if (row.expires_at !== null && row.expires_at <= now) {
    await giveUp(row, { failure: 'EXPIRED', tries: row.tries }, delivery);
    return true;
  }
  const until = now + CLAIM_MS;
  if (!(await claimMail(db, row, until))) return true;
  const mail = await toMail(row, delivery);
  try {
    await mailer.send(mail, AbortSignal.any([stopping, AbortSignal.timeout(TRY_MS)]));
  } catch (error) {
    // It may have gone out. The next process tries again once the claim has expired.
    if (stopping.aborted) return false;
    return postponeOrGiveUp(row, { error: toNotSent(error), until }, delivery);
  }
  backoff.noteSuccess();
  await markSent(db, row, clock.now());
  return true;
}

async function toMail(row: OutboxTable, { db, shopName, origin }: DeliveryNeeds): Promise<Mail> {
  const { link, label, unsubscribe } = row;
  const content = { ...readMessage(row), link, label, unsubscribe, shopName: shopName(), origin };
  const resolveFor = await findReferences(db, [content.subject, content.text]);
  const rendered = renderStoredEmail(content, resolveFor({ email: row.recipient }));
  return { id: row.id, to: row.recipient, ...rendered, unsubscribe: unsubscribe && `${origin}${unsubscribe}`, content };
}

export const toNotSent = (error: unknown): NotSent => (error instanceof NotSent ? error : new NotSent('UNKNOWN', 'later', error));

async function postponeOrGiveUp(row: OutboxTable, { error, until }: { error: NotSent; until: number }, delivery: Delivery): Promise<boolean> {
  const { db, clock, backoff } = delivery;
  const { message: failure, scope } = error;
  if (scope === 'server') {
    backoff.noteTrouble(failure);
    await postponeMail(db, row.id, { until, dueAt: backoff.until(), tries: row.tries, failure });
    return false;
  }
  const tries = row.tries + 1;
  if (scope === 'never' || tries >= MAX_TRIES) await giveUp(row, { failure, tries }, delivery);
  else await postponeMail(db, row.id, { until, dueAt: clock.now() + waitAfter(tries), tries, failure });
  return true;
}

const waitAfter = (tries: number): number => Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);

async function giveUp(row: OutboxTable, { failure, tries }: { failure: string; tries: number }, { db, clock, onGivenUp }: Delivery): Promise<void> {
  if (await giveUpMail(db, row, failure, clock.now())) onGivenUp(row, failure, tries);
}
