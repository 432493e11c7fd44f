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
  /** The identity that registered them, as `ProvenIdentity.subject` says it; null when nobody knows. */
  identity_subject: Generated<string | null>;
  /** When they deleted their account: the row names nobody any more, and nobody brings it back. */
  erased_at: Generated<Moment | null>;
  /** Since when they may not sell; null when they may. */
  suspended_at: Generated<Moment | null>;
};

/**
 * Whose number and address was shown, on which day since 1970 (UTC). `spender`: a person's id, or a name for a network; `slot`: counted from 0, and never beyond what one may
 * see in a day.
 */
export type ContactViewsTable = { spender: string; day: number; slot: number; seller_id: string };

/** People who left, and whom the identity service is still to forget; tried at `due_at`. */
export type ErasuresTable = { user_id: string; email: string; created_at: Moment; due_at: Moment };

/** Sign-ins at an identity service elsewhere, as its tokens told of them; `ended_at`: it stands no more, whatever a token says. */
export type SignInsTable = { id: string; email: string; expires_at: Moment; ended_at: Moment | null };

/** Every sign-in of this address that began by then is over. */
export type SignInEndsTable = { email: string; ended_at: Moment };

/** What an account of built-in identity proves itself with besides its password. `confirmed_at`: null while nobody has shown a first code. */
export type SecondFactorsTable = { user_id: string; secret: string; salt: string; started_at: Moment; confirmed_at: Moment | null; last_step: number | null };

/** Codes for whoever lost the app, as hashes; each is good once. */
export type RecoveryCodesTable = { user_id: string; hash: string; used_at: Moment | null };
