import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { Moment, Updated } from '../shared/replies.ts';
import { PasskeyAssertion } from '../shared/webauthn.ts';

const Password = z.string('Password is required').min(1, 'Password is required').max(1000, 'Password is required');

/** Six digits from an authenticator app, or a recovery code. Spaces and hyphens are ignored. */
export const LogInCode = z.string('Enter the code').trim().min(1, 'Enter the code').max(100, 'This code is too long');

export const SecondFactor = z.object({
  /** `unverified`: the address has to be verified first; `no-password`, `elsewhere`: another service signs this person in. */
  state: z.enum(['on', 'off', 'unverified', 'no-password', 'elsewhere']),
  since: Moment.nullable(),
  /** Whether codes from an app are accepted; passkeys always are. */
  hasApp: z.boolean(),
  recoveryCodesLeft: z.int().nonnegative(),
  /** Whether the shop requires it: until it is on, this admin has no admin rights. */
  needed: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

export const SecondFactorStart = z.object({ password: Password });
export const SecondFactorCode = z.object({ code: LogInCode });
/** The password, plus a code or a passkey. */
export const SecondFactorProof = z
  .object({ password: Password, code: LogInCode.optional(), passkey: PasskeyAssertion.optional() })
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), { path: ['code'], message: 'Enter the code' });

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const secondFactorCalls = {
  'GET /secondFactor': {
    summary: 'Returns whether the caller’s second factor is on, and how many recovery codes are left.',
    access: 'signed-in',
    rows: 'own-list',
    reply: SecondFactor,
  },
  'POST /secondFactor': {
    summary: 'Starts turning on a second factor: returns a secret for an authenticator app (RFC 6238), to be confirmed within an hour.',
    access: 'signed-in',
    rows: 'own-list',
    limit: 'security',
    body: SecondFactorStart,
    reply: z.object({ secret: z.string(), address: z.string() }),
  },
  'POST /secondFactor/confirm': {
    summary: 'Turns on the second factor with a first code from the app. Logs out all other sessions and returns ten recovery codes, once.',
    access: 'signed-in',
    rows: 'own-list',
    limit: 'security',
    body: SecondFactorCode,
    reply: RecoveryCodes,
  },
  'POST /secondFactor/passkeys': {
    summary: 'Turns on the second factor with the caller’s passkeys instead of an app. Logs out all other sessions and returns ten recovery codes, once.',
    access: 'signed-in',
    rows: 'own-list',
    limit: 'security',
    body: SecondFactorStart,
    reply: RecoveryCodes,
  },
  'POST /secondFactor/recoveryCodes': {
    summary: 'Returns ten new recovery codes and invalidates the old ones.',
    access: 'signed-in',
    rows: 'own-list',
    limit: 'security',
    body: SecondFactorProof,
    reply: RecoveryCodes,
  },
  'POST /secondFactor/off': {
    summary: 'Turns off the second factor and logs out all other sessions.',
    access: 'signed-in',
    rows: 'own-list',
    limit: 'security',
    body: SecondFactorProof,
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
