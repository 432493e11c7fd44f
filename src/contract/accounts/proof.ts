import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { Updated } from '../shared/replies.ts';
import { PasskeyAssertion } from '../shared/webauthn.ts';
import { LogInCode } from './second-factor.ts';

/** How long logging in or confirming one's identity is proof enough for sensitive calls. */
export const PROOF_MINUTES = 10;

/**
 * How a logged-in person proves again that it's them. `code`: from their app, or a recovery code; `recovery`: a recovery code only; `mail`: a code
 * sent by email; `log-in`: logging in again, when another service has the password.
 */
export const ProofWay = z.enum(['password', 'passkey', 'code', 'recovery', 'mail', 'log-in']);
export type ProofWay = z.infer<typeof ProofWay>;

const Password = z.string('Password is required').min(1, 'Password is required').max(1000, 'Password is required');

/** Exactly one of them. */
export const Proof = z
  .strictObject({ password: Password.optional(), code: LogInCode.optional(), passkey: PasskeyAssertion.optional() })
  .refine((given) => Object.values(given).filter((one) => one !== undefined).length === 1, 'Send exactly one of these: a password, a code or a passkey.');
export type Proof = z.infer<typeof Proof>;

export const proofCalls = {
  'GET /proof': {
    summary: 'Lists the ways in which the caller can confirm their identity.',
    access: 'signed-in',
    rows: 'own-list',
    reply: z.object({ ways: z.array(ProofWay) }),
  },
  'POST /proof': {
    summary: `Confirms the caller’s identity. For ${PROOF_MINUTES} minutes, this session may make calls that require it.`,
    access: 'signed-in',
    rows: 'own-list',
    limit: 'security',
    body: Proof,
    reply: Updated,
  },
  'POST /proof/mail': {
    summary: 'Emails a code for `POST /proof` to a caller who logs in without a password.',
    access: 'signed-in',
    rows: 'own-list',
    limit: 'security',
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
