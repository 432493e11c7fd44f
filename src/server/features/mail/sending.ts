import pLimit from 'p-limit';
import { days } from '#contract/shared/durations.ts';
import type { OutboxTable } from '../../db/tables/messages.ts';
import { nextTurn } from '../../turns.ts';
import { inBatches } from '../../work-through.ts';
import { type Delivery, type DeliveryNeeds, deliverMail, LONGEST_WAIT_MS, toNotSent } from './delivery.ts';
import { findDueMails, forgetSentMails, hastenMails } from './queries.ts';
import { createServerBackoff } from './server-backoff.ts';

const BATCH = 50;
const FORGOTTEN_AT_ONCE = 100;
/** How many emails are sent concurrently. */
const AT_ONCE = 3;
const STORED_DAYS = 30;
const TIDY_EVERY_MS = 60 * 60_000;

/** Events for the operator. None of them names a person. */
export type SendingEvent =
  | { what: 'trouble'; failure: string }
  | { what: 'trouble_over' }
  | { what: 'given_up'; mailId: string; kind: string; failure: string; tries: number };

/**
 * Sends due emails from the outbox, each by one process at a time. A rejected email waits longer and longer without delaying others, and is given up
 * in the end; while the server accepts none, all of them wait indefinitely. An email goes out twice, with the same id, only if a process dies between
 * the server's confirmation and recording it.
 */
export function createSending(needs: DeliveryNeeds, onEvent: (event: SendingEvent) => void = () => {}) {
  const { db, clock, mailer } = needs;
  const stopping = new AbortController();
  const stopped = new Promise((resolve) => stopping.signal.addEventListener('abort', resolve, { once: true }));
  const limit = pLimit(AT_ONCE);
  const backoff = createServerBackoff({
    clock,
    onTrouble: (failure) => onEvent({ what: 'trouble', failure }),
    onOver: () => onEvent({ what: 'trouble_over' }),
  });
  const delivery: Delivery = {
    ...needs,
    backoff,
    stopping: stopping.signal,
    onGivenUp: ({ id, kind }, failure, tries) => onEvent({ what: 'given_up', mailId: id, kind, failure, tries }),
  };
  let isChecked = false;
  let tidiedAt = 0;

  const tryBatch = async (rows: OutboxTable[]): Promise<boolean> => {
    let goOn = true;
    const tried = rows.map((row) =>
      limit(async () => {
        await nextTurn();
        if (goOn && !stopping.signal.aborted) goOn = (await deliverMail(row, delivery)) && goOn;
      }),
    );
    const [failed] = (await Promise.allSettled(tried)).filter(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return goOn && !stopping.signal.aborted;
  };

  /** A rejected login should be known before anybody misses an email. */
  const checkOnce = async (): Promise<void> => {
    if (isChecked) return;
    isChecked = true;
    const checked = mailer.check?.().catch((error: unknown) => {
      backoff.noteTrouble(toNotSent(error).message);
      backoff.tryAgainNow();
    });
    await Promise.race([checked, stopped]);
  };

  const tidy = async (): Promise<void> => {
    const now = clock.now();
    // Absolute, because the clock may be set back.
    if (Math.abs(now - tidiedAt) < TIDY_EVERY_MS) return;
    await hastenMails(db, now, LONGEST_WAIT_MS);
    await inBatches(FORGOTTEN_AT_ONCE, (limit) => forgetSentMails(db, now - days(STORED_DAYS), limit));
    tidiedAt = now;
  };

  return {
    /** Tries every due email once. */
    async run(): Promise<void> {
      await checkOnce();
      while (!backoff.isResting()) {
        const rows = await findDueMails(db, clock.now(), backoff.isInTrouble() ? 1 : BATCH);
        if (rows.length === 0 || !(await tryBatch(rows))) break;
      }
      await tidy();
    },
    /** Doesn't wait for the mail server: the next process tries again what is being sent. */
    stop(): void {
      stopping.abort();
    },
  };
}
