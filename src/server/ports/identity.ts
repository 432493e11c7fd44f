/** Whom the identity service has signed in. */
export type ProvenIdentity = {
  /** Lower case. */
  email: string;
  name: string;
  /** The service's name for this person, which no other person ever gets; `kind:id`. */
  subject: string;
  /** Whether the service has seen that the address is theirs. */
  emailVerified: boolean;
  /** The service's name for this sign-in; access tokens carry it and end with it. */
  sessionId: string;
  /** Epoch milliseconds. */
  expiresAt: number;
};

export type NewAccount = { email: string; password: string; name: string };

/** Rows of one kind that an identity service holds of a person. */
export type HeldAccount = { name: string; about: string; rows: object[] };

/** The service that knows who people are. It knows nothing of roles: those are the shop's. */
export type IdentityProvider = {
  kind: 'builtin' | 'firebase';
  google: 'google' | 'practice' | 'none';
  /** Another provider that one can sign in with, by the name on its button. */
  oidc?: { name: string };
  /** Whom the request's own session cookie or ID token proves; null when nobody. */
  identify(headers: Headers): Promise<ProvenIdentity | null>;
  /** Whether a sign-in still stands: not signed out, not ended, not expired at `now` (epoch ms). */
  isSessionAlive(sessionId: string, now: number): Promise<boolean>;
  /** Ends every sign-in of this address at once. */
  endSessions(email: string): Promise<void>;
  /** What the service holds of whoever has this address, in parts: a name, what it is, and rows; none where only the service itself can tell. */
  describe(email: string): Promise<HeldAccount[]>;
  /** Ends every sign-in of this address and forgets its account, as far as the shop may; without one nothing happens. Throws when the service can't be reached. */
  forget(email: string): Promise<void>;
  /** Makes an account that can sign in with this password; its subject, or null when the address already has one, which stays as it is. */
  createAccount(account: NewAccount): Promise<string | null>;
  /** Asks those who sign people in whether they take the shop's settings: what its operator should look at, each by the settings' names. Never throws. */
  findFaults(): Promise<string[]>;
  /** Answers what is asked below `/api/auth`; absent when the service lives elsewhere. */
  handle?(request: Request): Promise<Response>;
};
