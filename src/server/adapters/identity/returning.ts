import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getOAuthState, isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { notedAccount } from './oidc/faults.ts';

/** The library's error codes for a row that the database refused, possibly because a concurrent return of the same person has just written it. */
const LOST = new Set(['unable_to_create_user', 'unable_to_link_account']);

function wordOf(returned: unknown): string {
  const location = isAPIError(returned) ? new Headers(returned.headers).get('location') : null;
  return new URL(location ?? '', 'http://shop.invalid').searchParams.get('error') ?? '';
}

/** Logs a person in who came back from a provider twice at once, when the other return has written the account. */
export const signInAfterLostRace: BetterAuthPlugin = {
  id: 'sign-in-after-lost-race',
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === '/callback/:id',
        handler: createAuthMiddleware(async (context) => {
          if (!LOST.has(wordOf(context.context.returned))) return;
          const [key, state] = [notedAccount(), await getOAuthState()];
          if (!key || !state) return;
          const { internalAdapter } = context.context;
          const owner = await internalAdapter.findAccountOwnerByKey(key);
          if (owner?.kind !== 'owned') return;
          const session = await internalAdapter.createSession(owner.user.id);
          await setSessionCookie(context, { session, user: owner.user });
          throw context.redirect(state.callbackURL);
        }),
      },
    ],
  },
};
