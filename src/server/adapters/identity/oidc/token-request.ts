import type { Provider } from './discovery.ts';

export type Client = { clientId: string; clientSecret: string };

/** Builds a request to a provider's token endpoint, with the client secret where the provider expects it. */
export function tokenRequest(provider: Provider, { clientId, clientSecret }: Client, form: Record<string, string>): RequestInit {
  return {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(!provider.secretInForm && { authorization: basicOf(clientId, clientSecret) }),
    },
    body: new URLSearchParams({ ...form, ...(provider.secretInForm && { client_id: clientId, client_secret: clientSecret }) }).toString(),
  };
}

const basicOf = (id: string, secret: string): string => `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;
