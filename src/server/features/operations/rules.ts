import type { Condition, QueueReport, ServiceReport } from '#contract/operations.ts';

type Judgement = { condition: Condition; advice: string };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const GIB = 1024 ** 3;

const TO_DO: Record<ServiceReport['name'], string> = {
  mail: 'Check SMTP_URL, MAIL_FROM and the mail server. Unsent emails stay queued; nothing is lost.',
  payments: 'Check the card provider’s status page and STRIPE_SECRET_KEY. The shop retries every 30 seconds.',
  payouts: 'Check the payout provider’s status page, its balance and STRIPE_SECRET_KEY. Sellers’ money waits, and the shop keeps trying.',
  images: 'Uploads fail meanwhile. Check the image store, its keys and the disk.',
  identity: 'Logging in may not work. Check the login settings (GOOGLE_…, OIDC_…, FIREBASE_…) and the service behind them.',
  webhooks:
    'Check STRIPE_WEBHOOK_SECRET and STRIPE_CONNECT_WEBHOOK_SECRET. Strangers may also send such requests; they are rejected. The shop polls payments every 30 seconds anyway.',
};

type Seen = Pick<ServiceReport, 'failure'> & { lastSuccessAt: number | null; lastFailureAt: number | null };

/** The age in ms at which a queue needs attention, and at which it needs action. */
const PATIENCE: Record<QueueReport['name'], { warnMs: number; actMs: number; todo: string }> = {
  mails: { warnMs: 10 * MINUTE_MS, actMs: HOUR_MS, todo: 'Emails are waiting for the mail server. Check the “mail” service above.' },
  mails_given_up: {
    warnMs: 0,
    actMs: Number.POSITIVE_INFINITY,
    todo: 'Some emails couldn’t be sent. The outbox table says why; the operations guide explains how to retry them.',
  },
  refunds: { warnMs: 10 * MINUTE_MS, actMs: HOUR_MS, todo: 'Buyers are waiting for refunds. Check the “payments” service above and the Payments page.' },
  payments_to_cancel: {
    warnMs: HOUR_MS,
    actMs: DAY_MS,
    todo: 'The card provider hasn’t confirmed these cancellations. Check the “payments” service above.',
  },
  uploads: {
    warnMs: 2 * DAY_MS,
    actMs: 7 * DAY_MS,
    todo: 'Unfinished uploads should be deleted after a day. No process may be cleaning up. Check the processes below.',
  },
  pictures_to_sweep: {
    warnMs: 2 * DAY_MS,
    actMs: 7 * DAY_MS,
    todo: 'Unused pictures should be deleted after a day. Check the image store and the processes below.',
  },
  holds: { warnMs: Number.POSITIVE_INFINITY, actMs: Number.POSITIVE_INFINITY, todo: '' },
};

const LITTLE_BYTES = GIB;
const LITTLE_SHARE = 0.05;
const SOME_SHARE = 0.15;

/** A service is in trouble if its last known result is a failure. */
export function judgeService(name: ServiceReport['name'], { lastSuccessAt, lastFailureAt }: Seen): Judgement {
  if (lastSuccessAt === null && lastFailureAt === null) return { condition: 'unused', advice: 'Not used by this process yet.' };
  if (lastFailureAt === null || (lastSuccessAt ?? 0) > lastFailureAt) return good('Worked the last time it was used.');
  return name === 'webhooks' ? warn(TO_DO[name]) : act(TO_DO[name]);
}

const good = (advice: string): Judgement => ({ condition: 'good', advice });

const warn = (advice: string): Judgement => ({ condition: 'watch', advice });

const act = (advice: string): Judgement => ({ condition: 'act', advice });

export function judgeQueue(name: QueueReport['name'], { waiting, oldestAt }: { waiting: number; oldestAt: number | null }, now: number): Judgement {
  const { warnMs, actMs, todo } = PATIENCE[name];
  if (waiting === 0) return good('The queue is empty.');
  const ageMs = oldestAt === null ? 0 : now - oldestAt;
  if (ageMs >= actMs) return act(todo);
  return oldestAt !== null && ageMs >= warnMs ? warn(todo) : good('Working normally.');
}

/** Warns the operator before the disk is full and writes fail. */
export function judgeDisk({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }): Judgement {
  const share = totalBytes === 0 ? 1 : freeBytes / totalBytes;
  if (share < LITTLE_SHARE && freeBytes < 10 * LITTLE_BYTES)
    return act('Free up space now. When the disk is full, nobody can list, book or pay. Move pictures to a bucket or get a larger disk.');
  if (freeBytes < LITTLE_BYTES) return act('Less than 1 GB left. Free up space now or get a larger disk.');
  return share < SOME_SHARE && freeBytes < 10 * LITTLE_BYTES ? warn('Space is running low. Plan for a larger disk.') : good('Enough free space.');
}

export function judgeBackup(backup: { at: number } | null, now: number, isDemo: boolean): Judgement {
  if (backup === null)
    return isDemo ? warn('Never backed up. That’s fine for a demo shop.') : act('Never backed up. Make a backup now and schedule one every day.');
  const ageMs = now - backup.at;
  if (ageMs > 7 * DAY_MS) return act('The last backup is more than a week old. Make one now and find out why none was made.');
  return ageMs > 2 * DAY_MS ? warn('The last backup is more than two days old.') : good('Recent.');
}

/** The result of a readiness check. */
export function judgeCheck(fault: string | null): Judgement {
  return fault === null ? good('Working normally.') : act(`${fault}. Until then, this process replies to /readyz with 503.`);
}

export function judgeSearches(listings: number | null): Judgement {
  return listings === null ? warn('Listings are being loaded. Searches wait until that’s done.') : good('Searches are served from memory.');
}
