import { z } from 'zod';

/** An authenticator's credential id has 1023 bytes at most. */
const CredentialId = binary(1400);

/** What a passkey answers when it is used (`AuthenticationResponseJSON` of WebAuthn). Nothing else of what a browser sends is read. */
export const PasskeyAssertion = credential(
  z.object({ clientDataJSON: binary(4000), authenticatorData: binary(4000), signature: binary(4000), userHandle: binary(100).optional() }),
);
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** What a new passkey answers (`RegistrationResponseJSON`); `none` is asked for, so its statement is small. */
export const PasskeyAttestation = credential(
  z.object({
    clientDataJSON: binary(4000),
    attestationObject: binary(12_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/u))
      .max(10)
      .optional(),
  }),
);
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;

/** Binary of WebAuthn as JSON has it (base64url), of at most so many characters. */
function binary(max: number) {
  return z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/u);
}

function credential<T extends z.ZodType>(response: T) {
  return z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key'),
    clientExtensionResults: z.object({}).default({}),
    response,
  });
}
