import type { AuditAct } from '#contract/audit.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { Db } from '../../db/tables.ts';
import { ConflictError, InvalidError, TooManyError } from '../../errors.ts';
import type { Viewer } from '../../http/access.ts';
import { toHeaders } from '../../http/fetch-handler.ts';
import { updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { SecondFactor, SecondFactorRefusal } from '../../ports/identity.ts';
import type { Services } from '../../services.ts';
import { writeAudit } from '../audit/index.ts';

const ELSEWHERE = 'You log in through another service. Turn on a second factor there.';

const WRONG: Partial<Record<SecondFactorRefusal['kind'], { field: string; sentence: string }>> = {
  'wrong-password': { field: 'password', sentence: 'Wrong password.' },
  'wrong-code': { field: 'code', sentence: 'Wrong code. Enter the one your app shows now.' },
  'wrong-passkey': { field: 'passkey', sentence: 'This passkey doesn’t belong to your account. Use one listed here.' },
  'used-code': { field: 'code', sentence: 'This code has already been used. Wait for the next one and enter it.' },
};

const STATES: Partial<Record<SecondFactorRefusal['kind'], string>> = {
  on: 'Your second factor is already on.',
  off: 'Your second factor isn’t on, or you started turning it on more than an hour ago. Start again.',
  'no-passkey': 'You don’t have a passkey yet. Add one first.',
  unverified: 'Verify your email address first. This keeps others from locking you out.',
  'no-password': 'You log in without a password. To set one, choose “Set a password” on your security page.',
};

/** The caller's second factor. */
export function secondFactorRoutes(serve: ServeCall, { identity, clock }: Pick<Services, 'identity' | 'clock'>): void {
  const factor = (): SecondFactor => {
    if (!identity.secondFactor) throw new ConflictError('conflict', ELSEWHERE);
    return identity.secondFactor;
  };
  const noting =
    (act: AuditAct, { userId }: Viewer) =>
    (tx: Db) =>
      writeAudit(tx, { act, subject: { kind: 'user', id: userId }, now: clock.now() });

  serve('GET /secondFactor', async ({ caller }) => {
    const found = await identity.secondFactor?.describe(caller.email);
    const isOn = found?.kind === 'on';
    return {
      reply: {
        state: found?.kind ?? 'elsewhere',
        hasApp: isOn && found.hasApp,
        since: isOn ? toIso(found.since) : null,
        recoveryCodesLeft: isOn ? found.codesLeft : 0,
        needed: caller.lacksSecondFactor,
      },
    };
  });

  serve('POST /secondFactor', async ({ caller, body }) => {
    const { secret, address } = requireDone(await factor().begin({ email: caller.email, password: body.password }));
    return { reply: { secret, address } };
  });

  serve('POST /secondFactor/confirm', async ({ caller, body }) => {
    const asked = { email: caller.email, code: body.code, storedId: caller.sessionId };
    const { recoveryCodes } = requireDone(await factor().confirm(asked, noting('second_factor_on', caller)));
    return { reply: { recoveryCodes } };
  });

  serve('POST /secondFactor/passkeys', async ({ caller, body }) => {
    const asked = { email: caller.email, password: body.password, storedId: caller.sessionId };
    const { recoveryCodes } = requireDone(await factor().usePasskeys(asked, noting('second_factor_on', caller)));
    return { reply: { recoveryCodes } };
  });

  serve('POST /secondFactor/recoveryCodes', async ({ caller, body, request }) => {
    const { recoveryCodes } = requireDone(
      await factor().renewCodes({ ...body, email: caller.email, headers: toHeaders(request) }, noting('recovery_codes_made', caller)),
    );
    return { reply: { recoveryCodes } };
  });

  serve('POST /secondFactor/off', async ({ caller, body, request }) => {
    const asked = { ...body, email: caller.email, storedId: caller.sessionId, headers: toHeaders(request) };
    requireDone(await factor().turnOff(asked, noting('second_factor_off', caller)));
    return updated();
  });
}

/** Throws the outcome's error unless it was done. */
function requireDone<T extends { kind: 'begun' | 'done' }>(outcome: T | SecondFactorRefusal): T {
  if (outcome.kind === 'begun' || outcome.kind === 'done') return outcome as T;
  if (outcome.kind === 'too-many') throw new TooManyError('wrong passwords or codes', outcome.retryAfterSeconds);
  const wrong = WRONG[outcome.kind];
  if (wrong) throw new InvalidError(wrong.sentence, { [wrong.field]: wrong.sentence });
  throw new ConflictError('conflict', STATES[outcome.kind] ?? ELSEWHERE);
}
