import type { PasskeyRow } from '#contract/accounts/passkeys.ts';
import type { AuditAct } from '#contract/audit.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { Db } from '../../db/tables.ts';
import { ConflictError, ForbiddenError, InvalidError, NotFoundError, NotSignedInError } from '../../errors.ts';
import type { Viewer } from '../../http/access.ts';
import { toHeaders } from '../../http/fetch-handler.ts';
import { deleted, inserted, updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Passkey, PasskeyRefusal, Passkeys } from '../../ports/identity.ts';
import type { Services } from '../../services.ts';
import { writeAudit } from '../audit/index.ts';

const GONE = 'This passkey doesn’t exist anymore.';

const STAYS = {
  'second-factor': 'Your second factor needs this passkey. Add another passkey first, or turn off the second factor.',
  'last-way-in': 'This passkey is your only way to log in. Add another one first, or choose “Set a password” on your security page.',
};

/** The caller's passkeys. */
export function passkeyRoutes(serve: ServeCall, { identity, clock }: Pick<Services, 'identity' | 'clock'>): void {
  const passkeys = (): Passkeys => {
    if (!identity.passkeys) throw new ConflictError('conflict', 'You log in through another service. Add passkeys there.');
    return identity.passkeys;
  };
  const noting =
    (act: AuditAct, { userId }: Viewer) =>
    (tx: Db) =>
      writeAudit(tx, { act, subject: { kind: 'user', id: userId }, now: clock.now() });

  serve('GET /passkeys', async ({ caller }) => ({ reply: ((await identity.passkeys?.list(caller.email)) ?? []).map(toRow) }));

  serve('POST /passkeys/options', async ({ caller, request, response }) => {
    const begun = await passkeys().begin({ email: caller.email, sessionId: caller.sessionId, headers: toHeaders(request) });
    if (begun.kind !== 'begun') throw refusalOf(begun);
    for (const cookie of begun.cookies) response.header('set-cookie', cookie);
    return { reply: begun.options };
  });

  serve('POST /passkeys', async ({ caller, body, request }) => {
    const asked = { ...body, email: caller.email, sessionId: caller.sessionId, headers: toHeaders(request) };
    const added = await passkeys().add(asked, noting('passkey_added', caller));
    if (added.kind !== 'added') throw refusalOf(added);
    return inserted(added.id);
  });

  serve('PATCH /passkeys/:id', async ({ caller, params, body }) => {
    const isNamed = await passkeys().rename({ email: caller.email, id: params.id, name: body.name });
    if (!isNamed) throw new NotFoundError(GONE);
    return updated();
  });

  serve('DELETE /passkeys/:id', async ({ caller, params }) => {
    const removal = await passkeys().remove({ email: caller.email, id: params.id }, noting('passkey_removed', caller));
    if (removal === 'not-there') throw new NotFoundError(GONE);
    if (removal !== 'removed') throw new ConflictError('conflict', STAYS[removal]);
    return deleted();
  });
}

function toRow({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyRow {
  return { _id: id, name, since: toIso(createdAt), lastUsed: lastUsedAt === null ? null : toIso(lastUsedAt) };
}

function refusalOf({ kind }: PasskeyRefusal): Error {
  if (kind === 'elsewhere') return new NotSignedInError('You’re no longer logged in to your account in this browser. Log in again, then add the passkey.');
  if (kind === 'unverified')
    return new ForbiddenError('Verify your email address first. This keeps others from adding a passkey of their own.', 'email_unverified');
  if (kind === 'full') return new ConflictError('conflict', 'You already have 20 passkeys. Remove one you don’t use first.');
  if (kind === 'known') return new ConflictError('conflict', 'This passkey has already been added.');
  return new InvalidError('We couldn’t add this passkey because it took too long or the browser’s reply wasn’t valid. Try again.');
}
