import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import type { Db } from '../../../db/tables.ts';
import type { ShopOrigin } from '../../../http/origin.ts';
import type { Clock } from '../../../ports/clock.ts';
import { saveUse } from './passkey-queries.ts';

type PasskeyOptions = { db: Db; clock: Clock; origin: ShopOrigin; shopName: () => string };

/** The plugin routes that are open; adding and removing go through the contract, which requires recent proof. */
export const PASSKEY_OPTIONS_PATH = '/passkey/generate-authenticate-options';
export const PASSKEY_SIGN_IN_PATH = '/passkey/verify-authentication';

/**
 * Configures better-auth's passkeys: discoverable without typing an address, and user-verified (PIN, fingerprint or face), so that one counts as two
 * factors. The origin comes from the request, where the auth handler has replaced it with the shop's own.
 */
export function passkeyPlugin({ db, clock, origin, shopName }: PasskeyOptions) {
  return passkey({
    rpID: new URL(origin.url()).hostname,
    rpName: shopName(),
    schema: { passkey: { modelName: 'identity_passkeys' } },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => requireUserVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      async afterVerification({ verification }) {
        const { userVerified, credentialID, newCounter } = verification.authenticationInfo;
        requireUserVerified(userVerified);
        if (!(await saveUse(db, { credentialId: credentialID, counter: newCounter, now: clock.now() }))) throw notVerified();
      },
    },
  });
}

function requireUserVerified(isVerified: boolean | undefined): void {
  if (!isVerified) throw notVerified();
}

function notVerified(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED', message: 'not verified' });
}
