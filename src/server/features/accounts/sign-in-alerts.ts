import type { AuditAct } from '#contract/audit.ts';
import { days } from '#contract/shared/durations.ts';
import type { Db } from '../../db/tables.ts';
import { currentScope } from '../../http/request-scope.ts';
import type { SignInAlerts, SignInDone } from '../../ports/identity.ts';
import type { SecurityLog } from '../../security/security-log.ts';
import type { Services } from '../../services.ts';
import { findPasswordEnd, hasAudited, PASSWORD_ENDED, writeAudit } from '../audit/index.ts';
import { findPostedMoments, postMails } from '../mail/index.ts';
import { deviceOf } from './device.ts';
import { newSignInMessage } from './messages.ts';
import { findUserByEmail } from './queries.ts';

/** A network that did one of these is known to belong to the account's owner. */
const AT_HOME: AuditAct[] = ['signed_in', 'person_registered', 'password_reset', 'address_confirmed'];
/** A network not used for this long is unknown again. */
const KNOWN_NETWORK_MS = days(180);
/** Keeps somebody with the password from flooding the owner's mailbox. */
const MAILS_A_DAY = 10;

type Needs = Pick<Services, 'db' | 'clock'> & { shopName: () => string; log: SecurityLog };

/** Audits logins, mails people about logins that may not be theirs, and writes all of them to the security log. */
export function createSignInAlerts({ db, clock, shopName, log }: Needs): SignInAlerts {
  /** The registered person, or the identity's subject if they never registered. */
  const accountOf = async (email: string, subject: string) => {
    const user = await findUserByEmail(db, email);
    return user ? { id: user.id, role: user.role } : { id: subject, role: 'visitor' as const };
  };

  const notifyIfNew = async (tx: Db, signIn: SignInDone, now: number): Promise<void> => {
    const earlier = await findPostedMoments(tx, { to: signIn.email, kind: 'new_sign_in', since: now - days(1) });
    if (earlier.length >= MAILS_A_DAY) return;
    const content = newSignInMessage({ shopName: shopName(), email: signIn.email, at: now, address: signIn.address, device: deviceOf(signIn.userAgent) });
    await postMails(tx, [{ to: signIn.email, content }], now);
  };

  return {
    async done(signIn) {
      const now = clock.now();
      const account = await accountOf(signIn.email, signIn.subject);
      const { network } = currentScope();
      await db.transaction().execute(async (tx) => {
        // Before that, somebody else may have used the account.
        const since = Math.max(now - KNOWN_NETWORK_MS, await findPasswordEnd(tx, account.id));
        const isKnownBrowser = signIn.knownSince !== null && signIn.knownSince >= since;
        const isNew = !signIn.isFirst && !(isKnownBrowser && (await hasAudited(tx, { subjectId: account.id, acts: AT_HOME, network, since })));
        await writeAudit(tx, {
          act: 'signed_in',
          subject: { kind: 'user', id: account.id },
          by: account.role === 'visitor' ? { role: 'visitor', id: null } : account,
          after: { way: signIn.way, device: deviceOf(signIn.userAgent) ?? 'unknown', new: isNew },
          now,
        });
        if (isNew) await notifyIfNew(tx, signIn, now);
      });
      log.note({ event: 'signed_in', account: account.id, way: signIn.way });
    },
    async failed({ email, subject, way, why }) {
      const account = await accountOf(email, subject ?? '');
      const isSecond = why === 'wrong-code' || why === 'used-code';
      // Only somebody with the password gets here, and attempts at codes are limited, so there are few such rows.
      if (isSecond)
        await writeAudit(db, {
          act: 'second_factor_failed',
          subject: { kind: 'user', id: account.id },
          by: { role: 'visitor', id: null },
          after: { way, why },
          now: clock.now(),
        });
      log.note({ event: 'sign_in_failed', account: account.id || null, way, why });
    },
    async passwordReset({ email, subject }) {
      const account = await accountOf(email, subject);
      await writeAudit(db, { act: 'password_reset', subject: { kind: 'user', id: account.id }, by: { role: 'visitor', id: null }, now: clock.now() });
    },
    async confirmed({ email, subject, isOwner }) {
      const account = await accountOf(email, subject);
      await writeAudit(db, {
        act: 'address_confirmed',
        subject: { kind: 'user', id: account.id },
        by: { role: 'visitor', id: null },
        after: isOwner ? { password_ended: false } : PASSWORD_ENDED,
        now: clock.now(),
      });
    },
  };
}
