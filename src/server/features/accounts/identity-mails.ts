import { days } from '#contract/shared/durations.ts';
import type { Db } from '../../db/tables.ts';
import { type IdentityMails, PROOF_CODE_MS, RESET_LINK_MS, VERIFICATION_LINK_MS } from '../../ports/mailer.ts';
import type { Services } from '../../services.ts';
import { type EmailMessage, findPostedMoments, lockMailbox, postMails } from '../mail/index.ts';
import {
  confirmedElsewhereEmail,
  passkeyEmail,
  passwordChangedEmail,
  proofCodeEmail,
  recoveryCodeUsedEmail,
  resetEmail,
  secondFactorEmail,
  verificationEmail,
} from './messages.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** How many emails of a kind an address gets within a time, and how far apart (in ms). */
type MailLimit = { kind: string; most: number; spanMs: number; apartMs: number };

/** These keep strangers from flooding somebody's mailbox. */
const RESETS: MailLimit = { kind: 'reset', most: 5, spanMs: HOUR_MS, apartMs: 0 };
const VERIFICATIONS: MailLimit = { kind: 'verification', most: 5, spanMs: days(1), apartMs: MINUTE_MS };
const PROOF_CODES: MailLimit = { kind: 'proof_code', most: 20, spanMs: days(1), apartMs: MINUTE_MS };

type Needs = Pick<Services, 'db' | 'clock'> & { shopName: () => string };

/** Queues the identity service's emails. */
export function createIdentityMails({ db, clock, shopName }: Needs): IdentityMails {
  /** Seconds until the next email of this kind may be sent. */
  const waitFor = async (tx: Db, to: string, { kind, most, spanMs, apartMs }: MailLimit): Promise<number> => {
    const now = clock.now();
    const posted = await findPostedMoments(tx, { to, kind, since: now - spanMs });
    // Others say that the clock was set back.
    const earlier = posted.filter((at) => at <= now + spanMs);
    const afterLast = (earlier[0] ?? 0) + apartMs;
    const afterMany = (earlier[most - 1] ?? 0) + spanMs;
    const until = earlier.length < most ? afterLast : Math.max(afterLast, afterMany);
    return Math.max(0, Math.ceil((until - now) / 1000));
  };
  /** Queues an email with a secret, unless the address has to wait. Returns the seconds to wait, 0 when it was queued. */
  const postWithin = (limit: MailLimit, to: string, { content, validMs }: { content: EmailMessage; validMs: number }): Promise<number> =>
    db.transaction().execute(async (tx) => {
      await lockMailbox(tx, { to, kind: limit.kind });
      const seconds = await waitFor(tx, to, limit);
      const now = clock.now();
      if (seconds === 0) await postMails(tx, [{ to, content, expiresAt: now + validMs }], now);
      return seconds;
    });
  return {
    async reset(to, url) {
      // Silently, so that strangers don't learn whether the address has an account.
      await postWithin(RESETS, to, { content: resetEmail(shopName(), to, url), validMs: RESET_LINK_MS });
    },
    async verification(to, url) {
      // The page shows the wait beforehand.
      await postWithin(VERIFICATIONS, to, { content: verificationEmail(shopName(), to, url), validMs: VERIFICATION_LINK_MS });
    },
    async passwordChanged(to) {
      await postMails(db, [{ to, content: passwordChangedEmail(shopName(), to) }], clock.now());
    },
    async confirmedElsewhere(to) {
      await postMails(db, [{ to, content: confirmedElsewhereEmail(shopName(), to) }], clock.now());
    },
    async secondFactorChanged(to, change) {
      await postMails(db, [{ to, content: secondFactorEmail(shopName(), to, change) }], clock.now());
    },
    async recoveryCodeUsed(to, left) {
      await postMails(db, [{ to, content: recoveryCodeUsedEmail(shopName(), to, left) }], clock.now());
    },
    async passkeyChanged(to, change) {
      await postMails(db, [{ to, content: passkeyEmail(shopName(), to, change) }], clock.now());
    },
    proofCode: (to, code) => postWithin(PROOF_CODES, to, { content: proofCodeEmail(shopName(), to, code), validMs: PROOF_CODE_MS }),
    verificationWait: (to) => waitFor(db, to, VERIFICATIONS),
  };
}
