import { type IdentityMails, RESET_LINK_MS, VERIFICATION_LINK_MS } from '../../ports/mailer.ts';
import type { Services } from '../../services.ts';
import { confirmedElsewhereLetter, passwordChangedLetter, resetLetter, verificationLetter } from './letters.ts';
import { findPostedMoments, postMails } from './queries.ts';
import { recoveryCodeUsedLetter, secondFactorLetter } from './second-factor-letters.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** So that nobody's mailbox is filled by somebody else. */
const RESETS_AN_HOUR = 5;
const VERIFICATIONS_A_DAY = 5;

type Needs = Pick<Services, 'db' | 'clock'> & { shopName: () => string };

/** Writes the identity service's mails into the outbox. */
export const createIdentityMails = ({ db, clock, shopName }: Needs): IdentityMails => {
  const verificationWait = async (to: string): Promise<number> => {
    const now = clock.now();
    const earlier = await findPostedMoments(db, { to, kind: 'verification', since: now - DAY_MS });
    const afterLast = (earlier[0] ?? 0) + MINUTE_MS;
    const afterMany = (earlier[VERIFICATIONS_A_DAY - 1] ?? 0) + DAY_MS;
    const until = earlier.length < VERIFICATIONS_A_DAY ? afterLast : Math.max(afterLast, afterMany);
    return Math.max(0, Math.ceil((until - now) / 1000));
  };
  return {
    async reset(to, url) {
      const now = clock.now();
      const earlier = await findPostedMoments(db, { to, kind: 'reset', since: now - HOUR_MS });
      // In silence: an answer of another kind would tell a stranger that the address has an account.
      if (earlier.length >= RESETS_AN_HOUR) return;
      await postMails(db, [{ to, letter: resetLetter(shopName(), to, url), expiresAt: now + RESET_LINK_MS }], now);
    },
    async verification(to, url) {
      // Whoever may ask was told already, if they asked in the right way.
      if ((await verificationWait(to)) > 0) return;
      const now = clock.now();
      await postMails(db, [{ to, letter: verificationLetter(shopName(), to, url), expiresAt: now + VERIFICATION_LINK_MS }], now);
    },
    async passwordChanged(to) {
      await postMails(db, [{ to, letter: passwordChangedLetter(shopName(), to) }], clock.now());
    },
    async confirmedElsewhere(to) {
      await postMails(db, [{ to, letter: confirmedElsewhereLetter(shopName(), to) }], clock.now());
    },
    async secondFactorChanged(to, change) {
      await postMails(db, [{ to, letter: secondFactorLetter(shopName(), to, change) }], clock.now());
    },
    async recoveryCodeUsed(to, left) {
      await postMails(db, [{ to, letter: recoveryCodeUsedLetter(shopName(), to, left) }], clock.now());
    },
    verificationWait,
  };
};
