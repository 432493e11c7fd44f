import type { PublicConfig } from '#contract/config.ts';
import type { ProviderId } from '../../ports/identity.ts';

/** Returns the provider's display name. */
export const nameOfProvider = ({ oidc }: PublicConfig['identity'], provider: ProviderId): string => (provider === 'oidc' && oidc ? oidc.name : 'Google');
