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

/** The page was left for Google, and what came of it is still to be asked. */
const LEFT_KEY = 'leftForGoogle';
/** The person went back. */
const CANCELED = new Set(['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled']);
/** There can be no window of its own here. */
const NO_WINDOW = new Set(['auth/popup-blocked', 'auth/operation-not-supported-in-this-environment']);
/** Firebase takes this sign-in no longer: whoever asks learns that nobody is signed in. */
const OVER = new Set(['auth/user-token-expired', 'auth/invalid-user-token', 'auth/user-disabled', 'auth/user-not-found']);

/** The browser's side of Firebase Authentication. */
export function createFirebaseIdentity(config: FirebaseConfig): IdentityClient {
  const auth = openAuth(config);
  let failure: string | null = null;

  const readToken = async (): Promise<string | null> => {
    const user = auth.currentUser;
    if (!user) return null;
    try {
      const { token, claims } = await user.getIdTokenResult();
      // The name, and that the address is verified now, stand in the next token only.
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
        // The account is there: neither a name nor a mail that got lost may make it look as if it weren't. The shop has the name too.
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
        if (token) await reportPayment(token);
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
          // Who has an account here is nobody's business.
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

// No picture of a provider's: the page that shows it would tell the provider of every visit.
function toIdentity(user: User, name = user.displayName): SignedInIdentity {
  return {
    uid: user.uid,
    displayName: name?.trim() || null,
    email: user.email ?? '',
    photoURL: null,
  };
}

/** Runs a call of Firebase's; what it throws becomes a sentence. */
async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toIdentityError(error);
  }
}

async function reportPayment(token: string): Promise<void> {
  const response = await fetch('/api/auth/sign-out', { method: 'POST', headers: { authorization: `Bearer ${token}` } }).catch(() => null);
  // A sign-in that the shop doesn't know any more is over there already.
  if (!response?.ok && response?.status !== 401) throw new IdentityError(response?.status ?? 0, 'We couldn’t connect.');
}
