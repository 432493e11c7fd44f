import type { Proof, ProofWay } from '#contract/accounts/proof.ts';
import type { PasskeyAssertion, PasskeyAttestation } from '#contract/shared/webauthn.ts';
import type { Db } from '../db/tables.ts';

/** Who is logged in at the identity service. */
export type ProvenIdentity = {
  /** Lower case. */
  email: string;
  name: string;
  /** The service's unique ID for this person, never reused; `kind:id`. */
  subject: string;
  /** Whether the service has verified the address. */
  emailVerified: boolean;
  /** The service's name for this sign-in; access tokens carry it and end with it. */
  sessionId: string;
  /** Epoch milliseconds. */
  expiresAt: number;
};

/** One of a person's sign-ins, as far as the service knows. Moments are epoch milliseconds. */
export type SignIn = {
  id: string;
  startedAt: number;
  /** Within some minutes. */
  lastUsedAt: number;
  /** What the browser said of itself, and about where it was; null when nobody knows. */
  userAgent: string | null;
  address: string | null;
};

/** How a change of the password went: `wrong` is the present one, `none` an account without one, `guessable` the new one (with the sentence). */
export type PasswordChange = { kind: 'changed' | 'wrong' | 'none' } | { kind: 'guessable'; sentence: string } | { kind: 'too-many'; retryAfterSeconds: number };

/**
 * Whether an account has a second factor; `unverified` and `no-password`: it can't have one as it is. `hasApp`: codes of an app are taken; passkeys of the account
 * are in any case. Moments are epoch milliseconds.
 */
export type SecondFactorState = { kind: 'on'; since: number; codesLeft: number; hasApp: boolean } | { kind: 'off' | 'unverified' | 'no-password' };

/** Why nothing was done to a second factor. `used-code`: it was right, and served already; `on`, `off`: what it is already. */
export type SecondFactorRefusal =
  | { kind: 'wrong-password' | 'wrong-code' | 'used-code' | 'wrong-passkey' | 'no-passkey' | 'on' | 'off' | 'unverified' | 'no-password' }
  | { kind: 'too-many'; retryAfterSeconds: number };

/** The secret for an app, as text (base 32) and as the address that its QR code holds. */
export type SecondFactorBegun = { kind: 'begun'; secret: string; address: string };
/** Ten recovery codes, which nobody is told again. */
export type SecondFactorDone = { kind: 'done'; recoveryCodes: string[] };

/** Writes what the shop keeps of a change beside it, in its transaction. */
export type NoteChange = (tx: Db) => Promise<void>;

/** Password, and what comes second: a code of the app or a recovery code, or a passkey's answer with the headers that name its challenge. */
export type SecondFactorAsked = { email: string; password: string; code?: string | undefined; passkey?: PasskeyAssertion | undefined; headers: Headers };

/** Codes of an app (RFC 6238) that an account asks for after its password, and recovery codes for whoever lost the app. Each code serves once. */
export type SecondFactor = {
  describe(email: string): Promise<SecondFactorState>;
  isOn(email: string): Promise<boolean>;
  /** Begins to turn it on, with a secret that waits an hour for its first code. */
  begin(asked: { email: string; password: string }): Promise<SecondFactorBegun | SecondFactorRefusal>;
  /** Turns it on for whoever shows a first code, and ends every sign-in but one. */
  confirm(asked: { email: string; code: string; storedId: string }, note: NoteChange): Promise<SecondFactorDone | SecondFactorRefusal>;
  /** Turns it on with the passkeys that the account has in an app's place, and ends every sign-in but one. */
  usePasskeys(asked: { email: string; password: string; storedId: string }, note: NoteChange): Promise<SecondFactorDone | SecondFactorRefusal>;
  /** Other recovery codes in the place of all there were. */
  renewCodes(asked: SecondFactorAsked, note: NoteChange): Promise<SecondFactorDone | SecondFactorRefusal>;
  /** Turns it off, and ends every sign-in but one. */
  turnOff(asked: SecondFactorAsked & { storedId: string }, note: NoteChange): Promise<{ kind: 'done' } | SecondFactorRefusal>;
  /** Takes it away unasked with all passkeys, at an operator's bidding, and ends every sign-in; false when there was neither. */
  remove(email: string, note: NoteChange): Promise<boolean>;
};

/** How somebody signed in. */
export type SignInWay = 'password' | 'google' | 'oidc' | 'passkey';

export type SignInDone = {
  /** Lower case. */
  email: string;
  subject: string;
  way: SignInWay;
  /** The account was made by this very sign-in. */
  isFirst: boolean;
  /** Since when the browser is known to this account (epoch ms); null when it isn't. */
  knownSince: number | null;
  userAgent: string | null;
  /** About where it came from. */
  address: string | null;
};

/** `refused`: the way itself is not for this account. */
export type SignInFailed = {
  email: string;
  subject: string | null;
  way: SignInWay;
  why: 'wrong-password' | 'code-needed' | 'wrong-code' | 'used-code' | 'too-many' | 'refused';
};

/** Hears of every sign-in, done or failed, however somebody signed in, before anybody is answered. */
export type SignInAlerts = {
  done(signIn: SignInDone): Promise<void>;
  failed(signIn: SignInFailed): Promise<void>;
  /** An address was proven by a mail; `isOwner`: by somebody who had the account's sign-in or password too, so that these stay. */
  confirmed(account: { email: string; subject: string; isOwner: boolean }): Promise<void>;
  /** A password was replaced by a mail's link. */
  passwordReset(account: { email: string; subject: string }): Promise<void>;
};

/** A passkey as its owner sees it. Moments are epoch milliseconds; `lastUsedAt` is null before its first use. */
export type Passkey = { id: string; name: string; createdAt: number; lastUsedAt: number | null };

/**
 * Why there is no passkey more. `elsewhere`: the browser's own sign-in is another's, or over; `full`: the account has as many as it may; `known`: somebody has this
 * one already; `failed`: it does not answer the challenge that this browser was given last, within some minutes, for this shop.
 */
export type PasskeyRefusal = { kind: 'elsewhere' | 'unverified' | 'full' | 'known' | 'failed' };

type PasskeyCaller = { email: string; sessionId: string; headers: Headers };

/** Passkeys (WebAuthn): ways in without a password, each use verified by the device's owner. */
export type Passkeys = {
  list(email: string): Promise<Passkey[]>;
  /** What the browser needs to make one, and the cookies by which it is known when it comes back with it. */
  begin(caller: PasskeyCaller): Promise<{ kind: 'begun'; options: Record<string, unknown>; cookies: string[] } | PasskeyRefusal>;
  add(asked: PasskeyCaller & { name: string; response: PasskeyAttestation }, note: NoteChange): Promise<{ kind: 'added'; id: string } | PasskeyRefusal>;
  /** False when it is another's, or gone. */
  rename(asked: { email: string; id: string; name: string }): Promise<boolean>;
  /** `second-factor`, `last-way-in`: it stays, because nothing else would be left for that. */
  remove(asked: { email: string; id: string }, note: NoteChange): Promise<'removed' | 'not-there' | 'second-factor' | 'last-way-in'>;
};

/** What became of a proof. `other-way`: this account is not asked for that. */
export type ProofOutcome =
  | { kind: 'proven' | 'wrong-password' | 'wrong-code' | 'used-code' | 'wrong-passkey' | 'other-way' }
  | { kind: 'too-many'; retryAfterSeconds: number };

/** Shows once more, within a sign-in, who is there. */
export type Proofs = {
  ways(email: string): Promise<ProofWay[]>;
  /** A proof that is taken counts for this sign-in from now on; a wrong one costs one of the tries. */
  prove(asked: { email: string; sessionId: string; headers: Headers; given: Proof }): Promise<ProofOutcome>;
  /** Mails a code for this sign-in, for accounts that are asked for one: for how many seconds none goes out, 0 when one did; null where another way is asked for. */
  sendCode(asked: { email: string; sessionId: string }): Promise<number | null>;
};

export type NewAccount = { email: string; password: string; name: string };

/** Rows of one kind that an identity service holds of a person. */
export type StoredAccount = { name: string; about: string; rows: object[] };

/** The service that knows who people are. It knows nothing of roles: those are the shop's. */
export type IdentityProvider = {
  kind: 'builtin' | 'firebase';
  google: 'google' | 'practice' | 'none';
  /** Another provider that one can sign in with, by the name on its button. */
  oidc?: { name: string };
  /** Returns who the request's session cookie or ID token proves; null when it proves nobody. */
  identify(headers: Headers): Promise<ProvenIdentity | null>;
  /** Whether a sign-in still stands: not signed out, not ended, not expired at `now` (epoch ms). */
  isSessionAlive(sessionId: string, now: number): Promise<boolean>;
  /** When whoever has this sign-in showed last that it is them (epoch ms): by logging in, or since; null when it is over. */
  provenAt(sessionId: string): Promise<number | null>;
  /** Absent where that is done by logging in again. */
  proofs?: Proofs;
  /** Absent where the service keeps its own. */
  passkeys?: Passkeys;
  /** Ends all sessions of this address immediately. */
  endSessions(email: string): Promise<void>;
  /** What the service holds of whoever has this address, in parts: a name, what it is, and rows; none where only the service itself can tell. */
  describe(email: string): Promise<StoredAccount[]>;
  /** Ends every sign-in of this address and forgets its account, as far as the shop may; without one nothing happens. Throws when the service can't be reached. */
  forget(email: string): Promise<void>;
  /** This address's sign-ins that stand at `now`, the latest used first. */
  findSignIns(email: string, now: number): Promise<SignIn[]>;
  /** Ends one sign-in of this address at once; how many: 0 when it is another's, or over. */
  endSignIn(email: string, id: string, now: number): Promise<number>;
  /** Ends all sessions of this address except one; returns how many. */
  endOtherSignIns(email: string, storedId: string, now: number): Promise<number>;
  /** Replaces the password and ends every sign-in but one; tells the person by mail. Absent where the service keeps passwords to itself. */
  changePassword?(change: { email: string; present: string; next: string; storedId: string }): Promise<PasswordChange>;
  /** Absent where the service asks for second factors itself. */
  secondFactor?: SecondFactor;
  /** Makes an account that can sign in with this password; its subject, or null when the address already has one, which stays as it is. */
  createAccount(account: NewAccount): Promise<string | null>;
  /** Checks the shop's settings with the login providers. Returns problems for the operator, by the settings' names. Never throws. */
  findFaults(): Promise<string[]>;
  /** Handles requests below `/api/auth`; absent when the service runs elsewhere. */
  handle?(request: Request): Promise<Response>;
};
