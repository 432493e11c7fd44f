import { initializeApp } from '@firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  getRedirectResult,
  indexedDBLocalPersistence,
  initializeAuth,
  inMemoryPersistence,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  type User,
  updateProfile,
} from '@firebase/auth';
import type { PublicConfig } from '#contract/config.ts';
import { type IdentityClient, IdentityError, type ProviderVisit, type SignedInIdentity } from '../../ports/identity.ts';
import { toIdentityError, wordOf } from './firebase-sentences.ts';

type FirebaseConfig = NonNullable<PublicConfig['identity']['firebase']>;

/** Set while the user is at Google and the result has not been read yet. */
const LEFT_KEY = 'leftForGoogle';
/** The user went back. */
const CANCELED = new Set(['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled']);
/** A separate window can't be opened here. */
const NO_WINDOW = new Set(['auth/popup-blocked', 'auth/operation-not-supported-in-this-environment']);
/** Firebase no longer accepts this session: the user counts as signed out. */
const OVER = new Set(['auth/user-token-expired', 'auth/invalid-user-token', 'auth/user-disabled', 'auth/user-not-found']);

/** Creates the browser side of Firebase Authentication. */
export function createFirebaseIdentity(config: FirebaseConfig): IdentityClient {
  const auth = openAuth(config);
  let failure: string | null = null;

  const readToken = async (): Promise<string | null> => {
    const user = auth.currentUser;
    if (!user) return null;
    try {
      const { token, claims } = await user.getIdTokenResult();
      // Only the next token has the name and says that the address is verified.
      return claims.email_verified === true ? token : await user.getIdToken(true);
    } catch (error) {
      if (OVER.has(wordOf(error) ?? '')) return null;
      throw toIdentityError(error);
    }
  };

  const visitGoogle = async (): Promise<ProviderVisit> => {
    const google = new GoogleAuthProvider();
    google.setCustomParameters({ prompt: 'select_account' });
    try {
      const { user } = await signInWithPopup(auth, google, browserPopupRedirectResolver);
      return { kind: 'signed-in', identity: toIdentity(user) };
    } catch (error) {
      const word = wordOf(error) ?? '';
      if (CANCELED.has(word)) return { kind: 'canceled' };
      if (!NO_WINDOW.has(word)) throw error;
      sessionStorage.setItem(LEFT_KEY, '1');
      await signInWithRedirect(auth, google, browserPopupRedirectResolver);
      return { kind: 'leaving' };
    }
  };

  const finishReturn = async (): Promise<void> => {
    if (sessionStorage.getItem(LEFT_KEY) === null) return;
    sessionStorage.removeItem(LEFT_KEY);
    await getRedirectResult(auth, browserPopupRedirectResolver).catch((error: unknown) => {
      failure = CANCELED.has(wordOf(error) ?? '') ? 'access_denied' : 'provider_troubled';
    });
  };

  return {
    current: () =>
      asking(async () => {
        await auth.authStateReady();
        await finishReturn();
        return auth.currentUser && toIdentity(auth.currentUser);
      }),
    signUp: ({ email, password, name }) =>
      asking(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        // The account exists, so a name or email that fails to arrive must not look like a failed sign-up. The shop has the name too.
        await Promise.allSettled([updateProfile(user, { displayName: name }), sendEmailVerification(user)]);
        return toIdentity(user, name);
      }),
    signIn: ({ email, password }) => asking(async () => toIdentity((await signInWithEmailAndPassword(auth, email, password)).user)),
    signInWith: () => asking(visitGoogle),
    failedReturn: () => failure,
    idToken: readToken,
    signOut: () =>
      asking(async () => {
        const token = await auth.currentUser?.getIdToken().catch(() => null);
        if (token) await reportSignOut(token);
        await signOut(auth);
      }),
    requestVerification: ({ email, password }) =>
      asking(async () => {
        const { user } = await signInWithEmailAndPassword(auth, email, password);
        await sendEmailVerification(user).finally(() => signOut(auth));
      }),
    requestPasswordReset: (email) =>
      asking(async () => {
        await sendPasswordResetEmail(auth, email).catch((error: unknown) => {
          // Don't reveal who has an account here.
          if (wordOf(error) !== 'auth/user-not-found') throw error;
        });
      }),
    resetPassword: (token, newPassword) => asking(() => confirmPasswordReset(auth, token, newPassword)),
  };
}

function openAuth({ apiKey, projectId, authDomain, emulatorHost }: FirebaseConfig): Auth {
  const persistence = [indexedDBLocalPersistence, browserLocalPersistence, inMemoryPersistence];
  const auth = initializeAuth(initializeApp({ apiKey, projectId, authDomain }), { persistence });
  if (emulatorHost) connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true });
  return auth;
}

// No provider picture: loading it would tell the provider of every visit.
function toIdentity(user: User, name = user.displayName): SignedInIdentity {
  return {
    uid: user.uid,
    displayName: name?.trim() || null,
    email: user.email ?? '',
    photoURL: null,
  };
}

/** Runs a Firebase call and translates its errors. */
async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toIdentityError(error);
  }
}

async function reportSignOut(token: string): Promise<void> {
  const response = await fetch('/api/auth/sign-out', { method: 'POST', headers: { authorization: `Bearer ${token}` } }).catch(() => null);
  // 401: the shop has ended this session already.
  if (!response?.ok && response?.status !== 401) throw new IdentityError(response?.status ?? 0, 'We couldn’t connect.');
}
