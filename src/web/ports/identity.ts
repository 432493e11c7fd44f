/** Whom the identity service has signed in, as the browser sees it. */
export type SignedInIdentity = { uid: string; displayName: string | null; email: string; photoURL: string | null };

/** A refusal of the identity service: its message is fit to show. */
export class IdentityError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The browser's side of the identity service. Every method throws `IdentityError` with a sentence for the person; its status is 0 when nobody answered. */
export type IdentityClient = {
  /** Who is signed in now; null when nobody. */
  current(): Promise<SignedInIdentity | null>;
  signUp(account: { email: string; password: string; name: string }): Promise<SignedInIdentity>;
  signIn(credentials: { email: string; password: string }): Promise<SignedInIdentity>;
  /** Leaves the page for Google's sign-in; it comes back to `returnTo` (a path of the shop), with `?error=` when it failed. */
  signInWithGoogle(returnTo: string): Promise<void>;
  signOut(): Promise<void>;
  /** Sends a mail with a link to `/reset-password?token=…`. */
  requestPasswordReset(email: string): Promise<void>;
  resetPassword(token: string, newPassword: string): Promise<void>;
  /** Absent where the service sees to verified addresses by itself. */
  verification?: {
    /** Whether whoever is signed in has shown that the address is theirs; true when nobody is. */
    isDone(): Promise<boolean>;
    /** Sends the mail with the link once more. */
    sendAgain(email: string): Promise<void>;
  };
};
