import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

export type UsersTable = {
  id: string;
  email: string;
  name: string;
  role: 'buyer' | 'seller' | 'admin';
  verified_at: Moment | null;
  removed_at: Moment | null;
  created_at: Moment;
  /** The identity that registered them, as in `ProvenIdentity.subject`; null when unknown. */
  identity_subject: Generated<string | null>;
  /** When they deleted their account: the row has no personal data left and can't be restored. */
  erased_at: Generated<Moment | null>;
  /** Since when they have been barred from selling; null when they may sell. */
  suspended_at: Generated<Moment | null>;
  /** When they became a seller; null for everybody who signed up as what they are. */
  selling_since: Generated<Moment | null>;
  /** The name as lists from A to Z order it; null while the person's words are still to be written. */
  name_key: Generated<string | null>;
};

/** What people are found by, in hexadecimal: words of their name, their email address, and the phone numbers they gave. */
export type PersonWordsTable = { word: string; user_id: string };

/**
 * Whose phone number and address was shown, by day since 1970 (UTC). `spender`: a person's id, or a key for a network; `slot`: counted from 0, below
 * the daily limit.
 */
export type ContactViewsTable = { spender: string; day: number; slot: number; seller_id: string };

/** People who left and are still to be deleted from the identity service; due at `due_at`. */
export type ErasuresTable = { user_id: string; email: string; created_at: Moment; due_at: Moment };

/** Sessions of an external identity service, as seen in its tokens; `ended_at`: no longer valid here, whatever a token says. */
export type SignInsTable = { id: string; email: string; expires_at: Moment; ended_at: Moment | null };

/** Every session of this address that began by then has ended. */
export type SignInEndsTable = { email: string; ended_at: Moment };

/** An account's second factor in built-in identity. `confirmed_at`: null until the first code was confirmed. */
export type SecondFactorsTable = { user_id: string; secret: string; salt: string; started_at: Moment; confirmed_at: Moment | null; last_step: number | null };

/** Hashed recovery codes for people who lost their app; each is valid once. */
export type RecoveryCodesTable = { user_id: string; hash: string; used_at: Moment | null };
