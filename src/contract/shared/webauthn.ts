import { z } from 'zod';

/** Credential ids have at most 1023 bytes. */
const CredentialId = binary(1400);

/** The result of using a passkey (`AuthenticationResponseJSON` in WebAuthn). Other fields that browsers send are ignored. */
export const PasskeyAssertion = credential(
  z.object({ clientDataJSON: binary(4000), authenticatorData: binary(4000), signature: binary(4000), userHandle: binary(100).optional() }),
);
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** The result of creating a passkey (`RegistrationResponseJSON`); attestation `none` keeps its statement small. */
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

/** Binary data in WebAuthn's JSON form (base64url), up to `max` characters. */
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
