import type { PublicConfig } from '#contract/config.ts';
import type { Services } from '../services.ts';
import type { Config } from './config.ts';

/** The configuration as browsers may see it. */
export function toPublicConfig(config: Config, services: Pick<Services, 'identity' | 'payments' | 'payouts' | 'images'>): PublicConfig {
  return {
    shopName: config.shopName,
    identity: { kind: services.identity.kind, google: services.identity.google, oidc: services.identity.oidc, firebase: firebaseOf(config.identity) },
    payments: {
      kind: services.payments.kind,
      publishableKey: services.payments.publishableKey,
      ...(services.payments.apiBase && { apiBase: services.payments.apiBase }),
    },
    payouts: { kind: services.payouts.kind },
    images: { kind: services.images.kind, ...(services.images.base !== undefined && { base: services.images.base }) },
    demo: config.demo,
    inspectionHours: config.inspectionHours,
    contact: config.contact,
    community: config.community,
  };
}

function firebaseOf(identity: Config['identity']): PublicConfig['identity']['firebase'] {
  if (identity.kind !== 'firebase') return undefined;
  const { apiKey, projectId, authDomain, emulatorHost } = identity;
  return { apiKey, projectId, authDomain, ...(emulatorHost !== null && { emulatorHost }) };
}
