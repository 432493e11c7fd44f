import type { PasskeyAssertion, PasskeyAttestation } from '#contract/shared/webauthn.ts';

/** Who is logged in at the identity service, as the browser sees it. */
export type SignedInIdentity = { uid: string; displayName: string | null; email: string; photoURL: string | null };

/** An error from the identity service, with a message for the user. */
export class IdentityError extends Error {
  readonly status: number;
  /** The shop's error code, when the shop rejected the request. */
  readonly code: string | undefined;
  /** Error messages by field. */
  readonly fields: Record<string, string>;

  constructor(status: number, message: string, { code, fields = {} }: { code?: string | undefined; fields?: Record<string, string> | undefined } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** The other login providers: Google, and one more that the operator configured. */
export type ProviderId = 'google' | 'oidc';

/** How a visit to a provider ended: this page is being left for it, the user gave up, it failed for a reason (a stable code), or someone is signed in. */
export type ProviderVisit = { kind: 'leaving' } | { kind: 'canceled' } | { kind: 'failed'; reason: string } | { kind: 'signed-in'; identity: SignedInIdentity };

/** Each throws `IdentityError` with a message for the user, including when they cancel. */
export type PasskeyClient = {
  /** Logs in with a passkey. */
  signIn(): Promise<SignedInIdentity>;
  /** Returns a passkey's answer to a challenge that the shop gives this browser. */
  answer(): Promise<PasskeyAssertion>;
  /** Creates a passkey from the shop's options. */
  make(options: Record<string, unknown>): Promise<PasskeyAttestation>;
};

type Credentials = { email: string; password: string };

/** The browser's side of the identity service. Every method throws `IdentityError` with a message for the user; its status is 0 when there was no response. */
export type IdentityClient = {
  /** Returns who is logged in now; null when nobody is. */
  current(): Promise<SignedInIdentity | null>;
  signUp(account: Credentials & { name: string }): Promise<SignedInIdentity>;
  /**
   * `code`: from an app, or a recovery code, where the account requires one; `passkey`: instead of a code. The shop's own service rejects with status
   * 403 while they are missing, and 422 while they are wrong.
   */
  signIn(credentials: Credentials & { code?: string; passkey?: PasskeyAssertion }): Promise<SignedInIdentity>;
  /**
   * Signs in with a provider, in a separate window or else by leaving this page, which then returns to `returnTo` (a path of the shop), with `error=`
   * in its query when it failed.
   */
  signInWith(provider: ProviderId, returnTo: string): Promise<ProviderVisit>;
  /** Why a visit that left the page failed, as a code, when the address returned to doesn't say; null when it didn't fail. */
  failedReturn?(): string | null;
  /** Returns the token that proves the login to the shop where there is no cookie; null when nobody is logged in. */
  idToken?(): Promise<string | null>;
  /** Loads passkey support; absent where the shop has no passkeys with this service. */
  passkeys?(): Promise<PasskeyClient>;
  signOut(): Promise<void>;
  /** Sends a verification email to somebody who is signed out, and stays so. */
  requestVerification(credentials: Credentials): Promise<void>;
  /** Sends an email with a link to `/reset-password?token=…`, or to the service's own page. */
  requestPasswordReset(email: string): Promise<void>;
  resetPassword(token: string, newPassword: string): Promise<void>;
  /** Absent where the service handles address verification itself. */
  verification?: {
    /** Whether the signed-in user has verified their address; true when nobody is signed in. */
    isDone(): Promise<boolean>;
    /** Sends the verification email again. */
    sendAgain(email: string): Promise<void>;
  };
};
