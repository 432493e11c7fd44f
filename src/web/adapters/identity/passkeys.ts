import type { PasskeyAssertion, PasskeyAttestation } from '#contract/shared/webauthn.ts';
import { IdentityError, type PasskeyClient, type SignedInIdentity } from '../../ports/identity.ts';

type Ask = (path: string, body?: Record<string, unknown>) => Promise<unknown>;
type Parts = { ask: Ask; toIdentity: (user: never) => SignedInIdentity };

const INSECURE = 'Passkeys need a secure connection (https). Log in another way.';
const UNSUPPORTED = 'This browser doesn’t support passkeys. Update it, or log in another way.';

/** By the name of the browser's error. The browser doesn't reveal whether the user canceled or had no passkey, so neither does the message. */
const SENTENCES: Record<string, string> = {
  NotAllowedError: 'No passkey was used. The request was canceled or timed out, or this device has no passkey for your account.',
  AbortError: 'No passkey was added: the request was canceled.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys don’t work at this web address. Go to our usual address and try again.',
  NotSupportedError: 'This device can’t create a passkey that we support.',
};
const FAILED = 'Your passkey didn’t work. Try again, or log in another way.';

/** Passkeys through the browser's own API, which creates and stores them and verifies the device's owner. */
export function createPasskeyClient({ ask, toIdentity }: Parts): PasskeyClient {
  const answer = async (): Promise<PasskeyAssertion> => {
    requirePasskeys();
    const options = (await ask('/passkey/generate-authenticate-options')) as PublicKeyCredentialRequestOptionsJSON;
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, userVerification: 'required' });
    return asking(() => navigator.credentials.get({ publicKey }));
  };
  return {
    answer,
    async signIn() {
      const { user } = (await ask('/passkey/verify-authentication', { response: await answer() })) as { user: never };
      return toIdentity(user);
    },
    async make(options) {
      requirePasskeys();
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON);
      return asking<PasskeyAttestation>(() => navigator.credentials.create({ publicKey }));
    },
  };
}

function requirePasskeys(): void {
  if (!window.isSecureContext) throw new IdentityError(0, INSECURE);
  if (typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON !== 'function') throw new IdentityError(0, UNSUPPORTED);
}

async function asking<T>(call: () => Promise<Credential | null>): Promise<T> {
  try {
    // These options ask for a public key credential, and the server checks the reply.
    return ((await call()) as PublicKeyCredential).toJSON() as T;
  } catch (error) {
    throw new IdentityError(0, (error instanceof Error && SENTENCES[error.name]) || FAILED);
  }
}
