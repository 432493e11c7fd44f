import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { Moment, Updated } from '../shared/replies.ts';
import { PasskeyAssertion } from '../shared/webauthn.ts';

const Password = z.string('Password is required').min(1, 'Password is required').max(1000, 'Password is required');

/** Six digits of an app, or a recovery code; spaces and hyphens don't count. */
export const LogInCode = z.string('Type the code').trim().min(1, 'Type the code').max(100, 'This is longer than any code');

export const SecondFactor = z.object({
  /** `unverified`: the address has to be verified first; `no-password`, `elsewhere`: another service signs this person in. */
  state: z.enum(['on', 'off', 'unverified', 'no-password', 'elsewhere']),
  since: Moment.nullable(),
  /** Codes of an app are taken; one's passkeys are in any case. */
  hasApp: z.boolean(),
  recoveryCodesLeft: z.int().nonnegative(),
  /** The shop asks for it: until it is on, this admin may do nothing as one. */
  needed: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

export const SecondFactorStart = z.object({ password: Password });
export const SecondFactorCode = z.object({ code: LogInCode });
/** The password, and a code or a passkey. */
export const SecondFactorProof = z
  .object({ password: Password, code: LogInCode.optional(), passkey: PasskeyAssertion.optional() })
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), { path: ['code'], message: 'Type the code' });

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const secondFactorCalls = {
  'GET /secondFactor': {
    summary: 'Whether logging in to one’s account asks for a code besides the password, and how many recovery codes are left.',
    access: 'signed-in',
    rows: 'own-list',
    reply: SecondFactor,
  },
  'POST /secondFactor': {
    summary: 'Begins to turn a second factor on: a secret for an app of one-time codes (RFC 6238), to be confirmed within an hour.',
    access: 'signed-in',
    rows: 'own-list',
    limit: 'security',
    body: SecondFactorStart,
    reply: z.object({ secret: z.string(), address: z.string() }),
  },
  'POST /secondFactor/confirm': {
    summary: 'Turns it on by a first code; ends all sign-ins but the one that asks, and answers ten recovery codes, once.',
    access: 'signed-in',
    rows: 'own-list',
    limit: 'security',
    body: SecondFactorCode,
    reply: RecoveryCodes,
  },
  'POST /secondFactor/passkeys': {
    summary: 'Turns it on with one’s passkeys in an app’s place; ends all sign-ins but the one that asks, and answers ten recovery codes, once.',
    access: 'signed-in',
    rows: 'own-list',
    limit: 'security',
    body: SecondFactorStart,
    reply: RecoveryCodes,
  },
  'POST /secondFactor/recoveryCodes': {
    summary: 'Ten other recovery codes, in the place of all there were.',
    access: 'signed-in',
    rows: 'own-list',
    limit: 'security',
    body: SecondFactorProof,
    reply: RecoveryCodes,
  },
  'POST /secondFactor/off': {
    summary: 'Turns it off, which ends all sign-ins but the one that asks.',
    access: 'signed-in',
    rows: 'own-list',
    limit: 'security',
    body: SecondFactorProof,
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
