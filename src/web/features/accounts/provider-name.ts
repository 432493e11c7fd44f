import type { PublicConfig } from '#contract/config.ts';
import type { ProviderId } from '../../ports/identity.ts';

/** What people call a provider. */
export const nameOfProvider = ({ oidc }: PublicConfig['identity'], provider: ProviderId): string => (provider === 'oidc' && oidc ? oidc.name : 'Google');
