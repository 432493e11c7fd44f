import { days } from '#contract/shared/durations.ts';
import { type IdentityMails, PROOF_CODE_MS, RESET_LINK_MS, VERIFICATION_LINK_MS } from '../../ports/mailer.ts';
import type { Services } from '../../services.ts';
import { findPostedMoments, postMails } from '../mail/index.ts';
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

/** Keeps strangers from flooding somebody's mailbox. */
const RESETS_AN_HOUR = 5;
const VERIFICATIONS_A_DAY = 5;
const PROOF_CODES_A_DAY = 20;

type Needs = Pick<Services, 'db' | 'clock'> & { shopName: () => string };

/** Queues the identity service's emails. */
export function createIdentityMails({ db, clock, shopName }: Needs): IdentityMails {
  /** Seconds until the next email of this kind may be sent: one a minute, and `aDay` a day. */
  const waitFor = async (kind: string, to: string, aDay: number): Promise<number> => {
    const now = clock.now();
    const earlier = await findPostedMoments(db, { to, kind, since: now - days(1) });
    const afterLast = (earlier[0] ?? 0) + MINUTE_MS;
    const afterMany = (earlier[aDay - 1] ?? 0) + days(1);
    const until = earlier.length < aDay ? afterLast : Math.max(afterLast, afterMany);
    return Math.max(0, Math.ceil((until - now) / 1000));
  };
  const verificationWait = (to: string): Promise<number> => waitFor('verification', to, VERIFICATIONS_A_DAY);
  return {
    async reset(to, url) {
      const now = clock.now();
      const earlier = await findPostedMoments(db, { to, kind: 'reset', since: now - HOUR_MS });
      // Silently, so that strangers don't learn whether the address has an account.
      if (earlier.length >= RESETS_AN_HOUR) return;
      await postMails(db, [{ to, content: resetEmail(shopName(), to, url), expiresAt: now + RESET_LINK_MS }], now);
    },
    async verification(to, url) {
      // The page shows the wait beforehand.
      if ((await verificationWait(to)) > 0) return;
      const now = clock.now();
      await postMails(db, [{ to, content: verificationEmail(shopName(), to, url), expiresAt: now + VERIFICATION_LINK_MS }], now);
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
    async proofCode(to, code) {
      const seconds = await waitFor('proof_code', to, PROOF_CODES_A_DAY);
      if (seconds > 0) return seconds;
      const now = clock.now();
      await postMails(db, [{ to, content: proofCodeEmail(shopName(), to, code), expiresAt: now + PROOF_CODE_MS }], now);
      return 0;
    },
    verificationWait,
  };
}
