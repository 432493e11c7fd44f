import type { Proof, ProofWay } from '#contract/accounts/proof.ts';
import type { PasskeyAssertion, PasskeyAttestation } from '#contract/shared/webauthn.ts';
import type { Db } from '../db/tables.ts';

/** Who is logged in at the identity service. */
export type ProvenIdentity = {
  /** Lowercase. */
  email: string;
  name: string;
  /** The service's unique ID for this person, never reused; `kind:id`. */
  subject: string;
  /** Whether the service has verified the address. */
  emailVerified: boolean;
  /** The service's id for this session; access tokens contain it and end with it. */
  sessionId: string;
  /** Epoch milliseconds. */
  expiresAt: number;
};

/** One of a person's sessions, as far as the service knows. Times are epoch milliseconds. */
export type SignIn = {
  id: string;
  startedAt: number;
  /** Accurate to a few minutes. */
  lastUsedAt: number;
  /** The browser's user agent, and its approximate address; null when unknown. */
  userAgent: string | null;
  address: string | null;
};

/**
 * The result of a password change: `changed`, with a cookie by which the account recognizes this browser; `wrong`: the present password was wrong;
 * `none`: the account has none; `guessable`: the new one is too weak, with the sentence; `too-many`: there were too many guesses to check the present
 * one now.
 */
export type PasswordChange =
  | { kind: 'changed'; cookie: string }
  | { kind: 'wrong' }
  | { kind: 'none' }
  | { kind: 'guessable'; sentence: string }
  | { kind: 'too-many'; retryAfterSeconds: number };

/**
 * Whether an account has a second factor; `unverified` and `no-password`: it can't have one yet. `hasApp`: app codes are accepted; the account's
 * passkeys always are. Times are epoch milliseconds.
 */
export type SecondFactorState = { kind: 'on'; since: number; codesLeft: number; hasApp: boolean } | { kind: 'off' | 'unverified' | 'no-password' };

/** Why a second factor was not changed. `used-code`: it was right, but used before; `on`, `off`: its present state. */
export type SecondFactorRefusal =
  | { kind: 'wrong-password' | 'wrong-code' | 'used-code' | 'wrong-passkey' | 'no-passkey' | 'on' | 'off' | 'unverified' | 'no-password' }
  | { kind: 'too-many'; retryAfterSeconds: number };

/** The secret for an app, as text (base 32) and as the URI in its QR code. */
export type SecondFactorBegun = { kind: 'begun'; secret: string; address: string };
/** Ten recovery codes, never shown again. */
export type SecondFactorDone = { kind: 'done'; recoveryCodes: string[] };

/** Writes the shop's own records of a change, in the same transaction. */
export type NoteChange = (tx: Db) => Promise<void>;

/** The password and a second factor: an app or recovery code, or a passkey's answer with the headers that identify its challenge. */
export type SecondFactorAsked = { email: string; password: string; code?: string | undefined; passkey?: PasskeyAssertion | undefined; headers: Headers };

/** App codes (RFC 6238) required after the password, and recovery codes for people who lost their app. Each code works once. */
export type SecondFactor = {
  describe(email: string): Promise<SecondFactorState>;
  isOn(email: string): Promise<boolean>;
  /** Begins turning it on: returns a secret that waits an hour for its first code. */
  begin(asked: { email: string; password: string }): Promise<SecondFactorBegun | SecondFactorRefusal>;
  /** Turns it on with the first code, and ends every session but one. */
  confirm(asked: { email: string; code: string; storedId: string }, note: NoteChange): Promise<SecondFactorDone | SecondFactorRefusal>;
  /** Turns it on with the account's passkeys instead of an app, and ends every session but one. */
  usePasskeys(asked: { email: string; password: string; storedId: string }, note: NoteChange): Promise<SecondFactorDone | SecondFactorRefusal>;
  /** Replaces all recovery codes. */
  renewCodes(asked: SecondFactorAsked, note: NoteChange): Promise<SecondFactorDone | SecondFactorRefusal>;
  /** Turns it off, and ends every session but one. */
  turnOff(asked: SecondFactorAsked & { storedId: string }, note: NoteChange): Promise<{ kind: 'done' } | SecondFactorRefusal>;
  /** Removes it with all passkeys without asking for proof, on an operator's behalf, and ends every session. Returns false when there was neither. */
  remove(email: string, note: NoteChange): Promise<boolean>;
};

/** How a person logged in. */
export type SignInWay = 'password' | 'google' | 'oidc' | 'passkey';

export type SignInDone = {
  /** Lowercase. */
  email: string;
  subject: string;
  way: SignInWay;
  /** Whether this login created the account. */
  isFirst: boolean;
  /** Since when the browser is known to this account (epoch ms); null when it isn't. */
  knownSince: number | null;
  userAgent: string | null;
  /** The approximate client address. */
  address: string | null;
};

/** `refused`: this account can't log in this way. */
export type SignInFailed = {
  email: string;
  subject: string | null;
  way: SignInWay;
  why: 'wrong-password' | 'code-needed' | 'wrong-code' | 'used-code' | 'too-many' | 'refused';
};

/** Called for every login, successful or not, before the reply is sent. */
export type SignInAlerts = {
  done(signIn: SignInDone): Promise<void>;
  failed(signIn: SignInFailed): Promise<void>;
  /** An address was verified by email; `isOwner`: by someone with the account's session or password, so these stay. */
  confirmed(account: { email: string; subject: string; isOwner: boolean }): Promise<void>;
  /** A password was reset by email. */
  passwordReset(account: { email: string; subject: string }): Promise<void>;
};

/** A passkey as its owner sees it. Times are epoch milliseconds; `lastUsedAt` is null before its first use. */
export type Passkey = { id: string; name: string; createdAt: number; lastUsedAt: number | null };

/**
 * Why a passkey was not added. `elsewhere`: the browser's session is someone else's, or over; `full`: the account has the maximum; `known`: it is
 * registered already; `failed`: it doesn't answer this browser's latest challenge, which is valid for some minutes and only for this shop.
 */
export type PasskeyRefusal = { kind: 'elsewhere' | 'unverified' | 'full' | 'known' | 'failed' };

type PasskeyCaller = { email: string; sessionId: string; headers: Headers };

/** Passkeys (WebAuthn): logins without a password, each verified by the device's owner. */
export type Passkeys = {
  list(email: string): Promise<Passkey[]>;
  /** Returns the options for the browser to create one, and cookies that identify the browser when it answers. */
  begin(caller: PasskeyCaller): Promise<{ kind: 'begun'; options: Record<string, unknown>; cookies: string[] } | PasskeyRefusal>;
  add(asked: PasskeyCaller & { name: string; response: PasskeyAttestation }, note: NoteChange): Promise<{ kind: 'added'; id: string } | PasskeyRefusal>;
  /** False when it belongs to someone else, or is gone. */
  rename(asked: { email: string; id: string; name: string }): Promise<boolean>;
  /** `second-factor`, `last-way-in`: not removed, because nothing else would be left. */
  remove(asked: { email: string; id: string }, note: NoteChange): Promise<'removed' | 'not-there' | 'second-factor' | 'last-way-in'>;
};

/** The result of a proof. `other-way`: this account is asked for another kind. */
export type ProofOutcome =
  | { kind: 'proven' | 'wrong-password' | 'wrong-code' | 'used-code' | 'wrong-passkey' | 'other-way' }
  | { kind: 'too-many'; retryAfterSeconds: number };

/** Asks logged-in people to prove again who they are. */
export type Proofs = {
  ways(email: string): Promise<ProofWay[]>;
  /** An accepted proof counts for this session from now on; a wrong one costs an attempt. */
  prove(asked: { email: string; sessionId: string; headers: Headers; given: Proof }): Promise<ProofOutcome>;
  /**
   * Emails a code for this session, for accounts that are asked for one. Returns the seconds to wait, 0 when it was sent; null when the account is
   * asked for another proof.
   */
  sendCode(asked: { email: string; sessionId: string }): Promise<number | null>;
};

export type NewAccount = { email: string; password: string; name: string };

/** Rows of one kind that an identity service stores about a person. */
export type StoredAccount = { name: string; about: string; rows: object[] };

/** The service that identifies people. It doesn't know roles: those are the shop's. */
export type IdentityProvider = {
  kind: 'builtin' | 'firebase';
  google: 'google' | 'practice' | 'none';
  /** Another login provider, by the name on its button. */
  oidc?: { name: string };
  /** Returns who the request's session cookie or ID token proves; null when it proves nobody. */
  identify(headers: Headers): Promise<ProvenIdentity | null>;
  /** Whether a session is still valid: not logged out, ended or expired at `now` (epoch ms). */
  isSessionAlive(sessionId: string, now: number): Promise<boolean>;
  /**
   * Whether a browser with this session counts as logged in at `now` (epoch ms), even if it needs a new token first: false once it was logged out or
   * ended, or 30 days after its last token expired.
   */
  isLoggedIn(sessionId: string, now: number): Promise<boolean>;
  /** Returns when the session's owner last proved who they are (epoch ms), at login or since; null when the session is over. */
  provenAt(sessionId: string): Promise<number | null>;
  /** Absent where people prove it by logging in again. */
  proofs?: Proofs;
  /** Absent where the service manages passkeys itself. */
  passkeys?: Passkeys;
  /** Ends all sessions of this address immediately. */
  endSessions(email: string): Promise<void>;
  /**
   * Returns what the service stores about the person with this address, in parts with a name, a description and rows; empty where only the service
   * itself can tell.
   */
  describe(email: string): Promise<StoredAccount[]>;
  /**
   * Ends every session of this address and deletes its account, as far as the shop may; does nothing without an account. Throws when the service
   * can't be reached.
   */
  forget(email: string): Promise<void>;
  /** Returns this address's sessions that are valid at `now`, the most recently used first. */
  findSignIns(email: string, now: number): Promise<SignIn[]>;
  /** Ends one session of this address at once. Returns how many: 0 when it belongs to someone else, or is over. */
  endSignIn(email: string, id: string, now: number): Promise<number>;
  /** Ends all sessions of this address except one; returns how many. */
  endOtherSignIns(email: string, storedId: string, now: number): Promise<number>;
  /** Replaces the password, ends every session but one, and notifies the person by email. Absent where the service manages passwords itself. */
  changePassword?(change: { email: string; present: string; next: string; storedId: string }): Promise<PasswordChange>;
  /** Absent where the service manages second factors itself. */
  secondFactor?: SecondFactor;
  /** Creates an account with a password. Returns its subject, or null when the address already has an account, which is unchanged. */
  createAccount(account: NewAccount): Promise<string | null>;
  /** Checks the shop's settings with the login providers. Returns problems for the operator, by the settings' names. Never throws. */
  findFaults(): Promise<string[]>;
  /** Handles requests below `/api/auth`; absent when the service runs elsewhere. */
  handle?(request: Request): Promise<Response>;
};
