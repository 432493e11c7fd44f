import type { PasskeyAssertion, PasskeyAttestation } from '#contract/shared/webauthn.ts';

/** Who is logged in at the identity service, as the browser sees it. */
export type SignedInIdentity = { uid: string; displayName: string | null; email: string; photoURL: string | null };

/** An error from the identity service, with a message for the user. */
export class IdentityError extends Error {
  readonly status: number;
  /** As the shop's refusals say it, where it is the shop that refused. */
  readonly code: string | undefined;
  /** What else it says, by field. */
  readonly fields: Record<string, string>;

  constructor(status: number, message: string, { code, fields = {} }: { code?: string | undefined; fields?: Record<string, string> | undefined } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** Who else one can sign in with: Google, and one more that the operator set up. */
export type ProviderId = 'google' | 'oidc';

/** How a visit to a provider ended: this page is being left for it, the person gave up, it failed for a reason (a stable word), or somebody is signed in. */
export type ProviderVisit = { kind: 'leaving' } | { kind: 'canceled' } | { kind: 'failed'; reason: string } | { kind: 'signed-in'; identity: SignedInIdentity };

/** Each throws `IdentityError` with a message for the user, also when they cancel. */
export type PasskeyClient = {
  /** Logs in with a passkey. */
  signIn(): Promise<SignedInIdentity>;
  /** A passkey's answer to a challenge that the shop gives this browser for it. */
  answer(): Promise<PasskeyAssertion>;
  /** Makes one from what the shop says of it. */
  make(options: Record<string, unknown>): Promise<PasskeyAttestation>;
};

type Credentials = { email: string; password: string };

/** The browser's side of the identity service. Every method throws `IdentityError` with a message for the user; its status is 0 when there was no response. */
export type IdentityClient = {
  /** Who is logged in now; null when nobody is. */
  current(): Promise<SignedInIdentity | null>;
  signUp(account: Credentials & { name: string }): Promise<SignedInIdentity>;
  /**
   * `code`: of an app, or a recovery code, where the account asks for one; `passkey`: in its place. The shop's own service refuses with status 403 while they are
   * missing, and 422 while they are wrong.
   */
  signIn(credentials: Credentials & { code?: string; passkey?: PasskeyAssertion }): Promise<SignedInIdentity>;
  /**
   * Signs in with a provider, in a window of its own, or else by leaving this page; then it comes back to `returnTo` (a path of
   * the shop), with `error=` in its query when it failed.
   */
  signInWith(provider: ProviderId, returnTo: string): Promise<ProviderVisit>;
  /** Why a visit by leaving the page failed, in a word, when the address that it came back to doesn't say; null when it didn't. */
  failedReturn?(): string | null;
  /** The token that proves the login to the shop where there is no cookie; null when nobody is logged in. */
  idToken?(): Promise<string | null>;
  /** Fetches what passkeys need; absent where the service has none of the shop's. */
  passkeys?(): Promise<PasskeyClient>;
  signOut(): Promise<void>;
  /** Sends a verification email. */
  requestVerification(credentials: Credentials): Promise<void>;
  /** Sends a mail with a link to `/reset-password?token=…`, or to a page of the service's own. */
  requestPasswordReset(email: string): Promise<void>;
  resetPassword(token: string, newPassword: string): Promise<void>;
  /** Absent where the service sees to verified addresses by itself. */
  verification?: {
    /** Whether whoever is signed in has shown that the address is theirs; true when nobody is. */
    isDone(): Promise<boolean>;
    /** Sends the verification email again. */
    sendAgain(email: string): Promise<void>;
  };
};
