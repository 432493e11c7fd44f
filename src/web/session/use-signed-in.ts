import type { IdentityClient, SignedInIdentity } from '../ports/identity.ts';
import type { SessionStore } from './session-store.ts';

const ASK_AGAIN_MS = [500, 1500];

type IdentityEdges = {
  identity: Pick<IdentityClient, 'current' | 'signOut'>;
  store: SessionStore;
  wait: (ms: number) => Promise<void>;
};

/** What a session asks of the identity service. */
export function createWhoIsThere({ identity, store, wait }: IdentityEdges) {
  const signOut = async (): Promise<void> => {
    store.markSigningOut(true);
    try {
      await identity.signOut();
      store.markSigningOut(false);
    } catch {
      // The mark stays, so that the next page tries again before it believes the old sign-in.
    }
  };

  const ask = async (): Promise<SignedInIdentity | null> => {
    for (const ms of ASK_AGAIN_MS) {
      try {
        return await identity.current();
      } catch {
        await wait(ms);
      }
    }
    return identity.current();
  };

  return {
    /** Never rejects. */
    signOut,
    /** Who is signed in, in the person's own eyes too: a sign-out that got lost is made up for first. Throws when nobody answers. */
    async find(): Promise<SignedInIdentity | null> {
      if (store.isSigningOut()) await signOut();
      return store.isSigningOut() ? null : ask();
    },
  };
}
