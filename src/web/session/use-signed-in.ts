import type { IdentityClient, SignedInIdentity } from '../ports/identity.ts';
import type { SessionStore } from './session-store.ts';

const ASK_AGAIN_MS = [500, 1500];

type IdentityEdges = {
  identity: Pick<IdentityClient, 'current' | 'signOut'>;
  store: SessionStore;
  wait: (ms: number) => Promise<void>;
};

/** A session's access to the identity service. */
export function createIdentityAccess({ identity, store, wait }: IdentityEdges) {
  const signOut = async (): Promise<void> => {
    store.markSigningOut(true);
    try {
      await identity.signOut();
      store.markSigningOut(false);
    } catch {
      // The mark stays, so that the next page retries before it trusts the old session.
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
    /** Returns who is signed in; completes a lost logout first. Throws without a reply. */
    async find(): Promise<SignedInIdentity | null> {
      if (store.isSigningOut()) await signOut();
      return store.isSigningOut() ? null : ask();
    },
  };
}
