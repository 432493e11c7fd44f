import pLimit from 'p-limit';
import { days } from '#contract/shared/durations.ts';
import type { OutboxTable } from '../../db/tables/messages.ts';
import { findReferences } from '../../messages/reference-queries.ts';
import { readMessage } from '../../messages/stored.ts';
import { type Mail, NotSent } from '../../ports/mailer.ts';
import type { Services } from '../../services.ts';
import { claimMail, findDueMails, forgetSentMails, giveUpMail, markSent, postponeMail } from './queries.ts';
import { renderStoredEmail } from './stored-email.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/** One try takes no longer. */
const TRY_MS = 45 * SECOND_MS;
/** Longer than a try: a mail whose process died is tried again after it. */
const CLAIM_MS = 2 * MINUTE_MS;
const FIRST_WAIT_MS = 30 * SECOND_MS;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
/** How often a mail is refused before it is given up: with these waits about three days, as mail servers do among themselves. */
export const MAX_TRIES = 78;
const BATCH = 50;
/** A server in trouble is left alone for as long, at first and at the most; then one mail is a try. */
const FIRST_REST_MS = 30 * SECOND_MS;
const LONGEST_REST_MS = 10 * MINUTE_MS;
/** How many mails are under way at once. */
const AT_ONCE = 3;
const STORED_DAYS = 30;
const FORGET_EVERY_MS = 60 * MINUTE_MS;

export type SendingNeeds = Pick<Services, 'db' | 'clock' | 'mailer'> & {
  shopName: () => string;
  /** Where the shop's own paths lead from a mail, without a slash at the end. */
  origin: string;
};

/** What an operator should hear of; none of it names a person. */
export type SendingEvent =
  | { what: 'trouble'; failure: string }
  | { what: 'trouble_over' }
  | { what: 'given_up'; mailId: string; kind: string; failure: string; tries: number };

/**
 * Sends what is due in the outbox, each mail by one process at a time. A mail that is refused waits for longer and longer, alone, and is
 * given up in the end; while the server takes none at all, all of them wait, however long. Only a process that dies between a server's yes and its own note of it lets a
 * mail go out twice, under the same id.
 */
export function createSending(needs: SendingNeeds, onEvent: (event: SendingEvent) => void = () => {}) {
  const { db, clock, mailer } = needs;
  const stopping = new AbortController();
  const stopped = new Promise((resolve) => stopping.signal.addEventListener('abort', resolve, { once: true }));
  const limit = pLimit(AT_ONCE);
  /** While the server is in trouble: how long it is left alone each time, and until when. */
  let rest: { ms: number; until: number } | null = null;
  let isChecked = false;
  let forgottenAt = 0;

  const giveUp = async (row: OutboxTable, failure: string, tries: number): Promise<void> => {
    if (await giveUpMail(db, row, failure, clock.now())) onEvent({ what: 'given_up', mailId: row.id, kind: row.kind, failure, tries });
  };

  const noteTrouble = (failure: string): void => {
    if (!rest) onEvent({ what: 'trouble', failure });
    const now = clock.now();
    // Several that were under way at once are one failure.
    if (rest && now < rest.until) return;
    const ms = rest ? Math.min(rest.ms * 2, LONGEST_REST_MS) : FIRST_REST_MS;
    rest = { ms, until: now + ms };
  };
  const noteSuccess = (): void => {
    if (rest) onEvent({ what: 'trouble_over' });
    rest = null;
  };

  /** Whether the next mail has a chance. */
  const tryMail = async (row: OutboxTable): Promise<boolean> => {
    const now = clock.now();
    if (row.expires_at !== null && row.expires_at <= now) {
      await giveUp(row, 'EXPIRED', row.tries);
      return true;
    }
    const until = now + CLAIM_MS;
    if (!(await claimMail(db, row, until))) return true;
    const tries = row.tries + 1;
    const mail = await toMail(row, needs);
    try {
      await mailer.send(mail, AbortSignal.any([stopping.signal, AbortSignal.timeout(TRY_MS)]));
    } catch (error) {
      // It may have gone out: who goes on after us tries again once the claim is over.
      if (stopping.signal.aborted) return false;
      const { message: failure, scope } = toNotSent(error);
      if (scope === 'server') {
        noteTrouble(failure);
        await postponeMail(db, row.id, { until, dueAt: rest?.until ?? clock.now(), tries: row.tries, failure });
        return false;
      }
      if (scope === 'never' || tries >= MAX_TRIES) await giveUp(row, failure, tries);
      else await postponeMail(db, row.id, { until, dueAt: clock.now() + waitAfter(tries), tries, failure });
      return true;
    }
    noteSuccess();
    await markSent(db, row, clock.now());
    return true;
  };

  const tryBatch = async (rows: OutboxTable[]): Promise<boolean> => {
    let goOn = true;
    const tried = rows.map((row) =>
      limit(async () => {
        if (goOn && !stopping.signal.aborted) goOn = (await tryMail(row)) && goOn;
      }),
    );
    const [failed] = (await Promise.allSettled(tried)).filter(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return goOn && !stopping.signal.aborted;
  };

  /** A login that is refused should be known before somebody misses a mail. */
  const checkOnce = async (): Promise<void> => {
    if (isChecked) return;
    isChecked = true;
    const checked = mailer.check?.().catch((error: unknown) => {
      noteTrouble(toNotSent(error).message);
      // The first mail is the second try.
      if (rest) rest = { ms: rest.ms / 2, until: clock.now() };
    });
    await Promise.race([checked, stopped]);
  };

  const forgetOld = async (): Promise<void> => {
    const now = clock.now();
    if (now - forgottenAt < FORGET_EVERY_MS) return;
    await forgetSentMails(db, now - days(STORED_DAYS));
    forgottenAt = now;
  };

  return {
    /** Tries every mail that is due now, once. */
    async run(): Promise<void> {
      await checkOnce();
      while (!rest || rest.until <= clock.now()) {
        const rows = await findDueMails(db, clock.now(), rest ? 1 : BATCH);
        if (rows.length === 0 || !(await tryBatch(rows))) break;
      }
      await forgetOld();
    },
    /** Waits for no mail server: what is under way is tried again by whoever goes on. */
    stop(): void {
      stopping.abort();
    },
  };
}

async function toMail(row: OutboxTable, needs: SendingNeeds): Promise<Mail> {
  const { link, label } = row;
  const content = { ...readMessage(row), link, label, shopName: needs.shopName(), origin: needs.origin };
  return { id: row.id, to: row.recipient, ...renderStoredEmail(content, await findReferences(needs.db, [content.subject, content.text])), content };
}

const toNotSent = (error: unknown): NotSent => (error instanceof NotSent ? error : new NotSent('UNKNOWN', 'later', error));

const waitAfter = (tries: number): number => Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
