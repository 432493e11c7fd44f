import type { PasskeyAssertion } from '#contract/shared/webauthn.ts';
import { translatingErrors } from '../../../db/trouble.ts';
import type { Passkeys, ProvenIdentity } from '../../../ports/identity.ts';
import type { Auth, BuiltinIdentityOptions } from '../library.ts';
import { notingNewSessions } from '../second-factor/new-sessions.ts';
import { deleteSessionsById } from '../second-factor/second-factor-queries.ts';
import { countPasskeys, deletePasskey, findPasskeys, isRegistered, limitPasskeys, renamePasskey } from './passkey-queries.ts';

const MAX_PASSKEYS = 20;

export type PasskeyStore = Passkeys & {
  /** Returns the id of the passkey's account when `response` answers the challenge given to this browser, and saves the use; null otherwise. */
  verify(headers: Headers, response: PasskeyAssertion): Promise<string | null>;
  count(userId: string): Promise<number>;
};

type Options = Pick<BuiltinIdentityOptions, 'db' | 'mails'> & {
  auth: Auth;
  identify(headers: Headers): Promise<ProvenIdentity | null>;
  /** The shop's own origin, as the sender of these headers reaches it. */
  ownOrigin(headers: Headers): string;
};
type Caller = { email: string; sessionId: string; headers: Headers };

/** Passkeys of built-in identity accounts. */
export function createPasskeys({ db, mails, auth, identify, ownOrigin }: Options): PasskeyStore {
  /** The library checks passkeys against this origin instead of the one the request claims. */
  const fromHere = (headers: Headers): Headers => {
    const own = new Headers(headers);
    own.set('origin', ownOrigin(headers));
    return own;
  };

  /** Returns the account whose cookie comes with the call, if it may add a passkey. */
  const admit = async ({ email, sessionId, headers }: Caller) => {
    const proven = await identify(headers);
    if (proven === null || proven.sessionId !== sessionId) return { kind: 'elsewhere' as const };
    // Someone who signed up with another person's address must not keep access by a passkey.
    if (!proven.emailVerified) return { kind: 'unverified' as const };
    const userId = proven.subject.slice(proven.subject.indexOf(':') + 1);
    return (await countPasskeys(db, userId)) >= MAX_PASSKEYS ? { kind: 'full' as const } : { kind: 'admitted' as const, email, userId };
  };

  return {
    list: (email) => findPasskeys(db, email),
    count: (userId) => countPasskeys(db, userId),
    rename: async (asked) => (await renamePasskey(db, asked)) > 0,
    async begin(caller) {
      const admitted = await admit(caller);
      if (admitted.kind !== 'admitted') return { kind: admitted.kind };
      const answer = await auth.api.generatePasskeyRegistrationOptions({ headers: fromHere(caller.headers), asResponse: true });
      return { kind: 'begun', options: (await answer.json()) as Record<string, unknown>, cookies: answer.headers.getSetCookie() };
    },
    async add({ name, response, ...caller }, note) {
      const admitted = await admit(caller);
      if (admitted.kind !== 'admitted') return { kind: admitted.kind };
      if (await isRegistered(db, response.id)) return { kind: 'known' };
      const headers = fromHere(caller.headers);
      const answer = await translatingErrors(
        () => auth.api.verifyPasskeyRegistration({ body: { response, name }, headers, asResponse: true }),
        ({ ok }) => !ok,
      );
      if (!answer.ok) return { kind: 'failed' };
      const { id } = (await answer.json()) as { id: string };
      if (!(await limitPasskeys(db, { id, userId: admitted.userId, max: MAX_PASSKEYS }, note))) return { kind: 'full' };
      await mails.passkeyChanged(caller.email, { change: 'added', name });
      return { kind: 'added', id };
    },
    async remove({ email, id }, note) {
      const name = (await findPasskeys(db, email)).find((one) => one.id === id)?.name ?? '';
      const removal = await deletePasskey(db, { email, id }, note);
      if (removal === 'removed') await mails.passkeyChanged(email, { change: 'removed', name });
      return removal;
    },
    async verify(headers, response) {
      const { outcome, sessions } = await notingNewSessions(() =>
        translatingErrors(
          () => auth.api.verifyPasskeyAuthentication({ body: { response }, headers: fromHere(headers), asResponse: true }),
          ({ ok }) => !ok,
        ),
      );
      // The library creates a session for each verified passkey; here the person already has one, or gets another.
      await deleteSessionsById(
        db,
        sessions.map(({ id }) => id),
      );
      return outcome.ok ? (sessions[0]?.userId ?? null) : null;
    },
  };
}
