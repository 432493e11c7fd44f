import type { Condition, QueueReport, ServiceReport } from '#contract/operations.ts';

type Judgement = { condition: Condition; advice: string };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const GIB = 1024 ** 3;

const good = (advice: string): Judgement => ({ condition: 'good', advice });
const metrics = (advice: string): Judgement => ({ condition: 'watch', advice });
const act = (advice: string): Judgement => ({ condition: 'act', advice });

const TO_DO: Record<ServiceReport['name'], string> = {
  mail: 'Look at SMTP_URL, MAIL_FROM and the mail server. What is to be sent waits, and nothing is lost.',
  payments: 'Look at the card provider’s status page, and at STRIPE_SECRET_KEY. The shop asks it again every 30 seconds.',
  images: 'Uploads are refused meanwhile. Look at the picture store, its keys, and the disk.',
  identity: 'Signing in may not work. Look at the sign-in settings (GOOGLE_…, OIDC_…, FIREBASE_…) and at the service behind them.',
  webhooks: 'Look at STRIPE_WEBHOOK_SECRET. Strangers may send such messages, too: they are refused, and payments are asked for every 30 seconds anyway.',
};

type Seen = Pick<ServiceReport, 'failure'> & { lastSuccessAt: number | null; lastFailureAt: number | null };

/** A service is in trouble when the last that is known of it is a failure. */
export const judgeService = (name: ServiceReport['name'], { lastSuccessAt, lastFailureAt }: Seen): Judgement => {
  if (lastSuccessAt === null && lastFailureAt === null) return { condition: 'unused', advice: 'This process had no need of it yet.' };
  if (lastFailureAt === null || (lastSuccessAt ?? 0) > lastFailureAt) return good('Did its part when it was last asked.');
  return name === 'webhooks' ? metrics(TO_DO[name]) : act(TO_DO[name]);
};

/** From which age on a queue should be looked at, and from which something must be done; milliseconds. */
const PATIENCE: Record<QueueReport['name'], { pollMs: number; actMs: number; todo: string }> = {
  mails: { pollMs: 10 * MINUTE_MS, actMs: HOUR_MS, todo: 'Mails wait for their server: look at the service “mail” above.' },
  mails_given_up: {
    pollMs: 0,
    actMs: Number.POSITIVE_INFINITY,
    todo: 'Mails were given up. The table outbox says why; the operator’s handbook says how to try them once more.',
  },
  refunds: { pollMs: 10 * MINUTE_MS, actMs: HOUR_MS, todo: 'Buyers wait for their money: look at the service “payments” above, and at Payments.' },
  retired_intents: {
    pollMs: HOUR_MS,
    actMs: DAY_MS,
    todo: 'The card provider has not confirmed that these can’t be paid any more: look at the service “payments” above.',
  },
  uploads: {
    pollMs: 2 * DAY_MS,
    actMs: 7 * DAY_MS,
    todo: 'Unfinished uploads should be gone after a day: no process may be sweeping. See the processes below.',
  },
  pictures_to_sweep: {
    pollMs: 2 * DAY_MS,
    actMs: 7 * DAY_MS,
    todo: 'Unused pictures should be gone after a day: see the picture store, and the processes below.',
  },
  holds: { pollMs: Number.POSITIVE_INFINITY, actMs: Number.POSITIVE_INFINITY, todo: '' },
};

export const judgeQueue = (name: QueueReport['name'], { waiting, oldestAt }: { waiting: number; oldestAt: number | null }, now: number): Judgement => {
  const { pollMs, actMs, todo } = PATIENCE[name];
  if (waiting === 0) return good('Nothing waits.');
  const ageMs = oldestAt === null ? 0 : now - oldestAt;
  if (ageMs >= actMs) return act(todo);
  return oldestAt !== null && ageMs >= pollMs ? metrics(todo) : good('In its usual course.');
};

const LITTLE_BYTES = GIB;
const LITTLE_SHARE = 0.05;
const SOME_SHARE = 0.15;

/** Writes fail when a disk is full: the operator hears of it before. */
export const judgeDisk = ({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }): Judgement => {
  const share = totalBytes === 0 ? 1 : freeBytes / totalBytes;
  if (share < LITTLE_SHARE && freeBytes < 10 * LITTLE_BYTES)
    return act('Make room now: a full disk lets nobody list, book or pay. Move pictures to a bucket, or take a larger disk.');
  if (freeBytes < LITTLE_BYTES) return act('Less than a gigabyte is left: make room now, or take a larger disk.');
  return share < SOME_SHARE && freeBytes < 10 * LITTLE_BYTES ? metrics('Room is getting scarce: plan for a larger disk.') : good('There is room.');
};

export const judgeBackup = (backup: { at: number } | null, now: number, isDemo: boolean): Judgement => {
  if (backup === null)
    return isDemo ? metrics('Never backed up. A demo shop can do without.') : act('Never backed up: make a backup, and have one made every day.');
  const ageMs = now - backup.at;
  if (ageMs > 7 * DAY_MS) return act('The last backup is more than a week old: make one, and see why none was made.');
  return ageMs > 2 * DAY_MS ? metrics('The last backup is more than two days old.') : good('Recent.');
};

/** How a check of readiness is told. */
export const judgeCheck = (fault: string | null): Judgement =>
  fault === null ? good('As it should be.') : act(`${fault}. Until then this process answers /readyz with 503.`);

export const judgeSearches = (listings: number | null): Judgement =>
  listings === null ? metrics('What is on sale is being read: searches wait until it is.') : good('Searches are answered from memory.');
