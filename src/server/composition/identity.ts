import { AUTH_BODY_BYTES } from '../adapters/identity/auth-handler.ts';
import { createBuiltinIdentity } from '../adapters/identity/builtin.ts';
import { createFirebaseIdentity } from '../adapters/identity/firebase.ts';
import { IDENTITY_BASE_PATH } from '../adapters/identity/library.ts';
import type { SecretHashing } from '../adapters/identity/password-hashing.ts';
import { createPracticeGoogle, PRACTICE_GOOGLE_PREFIX } from '../adapters/identity/practice-google/practice-google.ts';
import type { Config } from '../config/config.ts';
import { createIdentityMails, createSignInAlerts, isAdmin } from '../features/accounts/index.ts';
import type { ShopOrigin } from '../http/origin.ts';
import type { IdentityProvider } from '../ports/identity.ts';
import { deriveSecret } from '../security/secrets.ts';
import type { Services } from '../services.ts';
import type { Around } from './around.ts';

type Identity = Pick<Services, 'identity' | 'embedded'>;
type Needs = Around & Pick<Services, 'settings' | 'securityLog' | 'reads'> & { config: Config; origin: ShopOrigin; hashes: SecretHashing | undefined };

/** The configured identity service: Firebase's, or the shop's own with its additional login providers. */
export function openIdentity({ config, settings, origin, db, reads, clock, secret, securityLog, hashes, onFault }: Needs): Identity {
  const embed = (identity: IdentityProvider): Services['embedded'] =>
    identity.handle ? [{ prefix: IDENTITY_BASE_PATH, handle: identity.handle, bodyLimit: AUTH_BODY_BYTES }] : [];
  const { identity: chosen } = config;
  if (chosen.kind === 'firebase') {
    const { apiKey, projectId, emulatorHost } = chosen;
    const identity = createFirebaseIdentity({ db, clock, apiKey, projectId, emulatorHost });
    return { identity, embedded: embed(identity) };
  }
  const { google, oidc } = chosen;
  const shopName = () => settings.current().branding.shopName;
  const practiceGoogle =
    google === 'practice' ? createPracticeGoogle(Buffer.from(deriveSecret(secret, 'practice-google')), { isAdmin: (email) => isAdmin(db, email) }) : null;
  const identity = createBuiltinIdentity({
    db,
    reads,
    clock,
    engine: config.database.kind,
    secret: deriveSecret(secret, 'identity'),
    origin,
    shopName,
    mails: createIdentityMails({ db, clock, shopName }),
    practiceGoogle,
    providers: [
      ...(google !== null && google !== 'practice' ? [{ ...google, id: 'google' as const, name: 'Google' }] : []),
      ...(oidc ? [{ ...oidc, id: 'oidc' as const }] : []),
    ],
    alerts: createSignInAlerts({ db, clock, shopName, log: securityLog }),
    ...(hashes && { hashes }),
    isAdmin: (email) => isAdmin(db, email),
    onFault,
  });
  return {
    identity,
    embedded: [...embed(identity), ...(practiceGoogle ? [{ prefix: PRACTICE_GOOGLE_PREFIX, handle: practiceGoogle.handle, bodyLimit: AUTH_BODY_BYTES }] : [])],
  };
}
