import type { Provider } from './discovery.ts';

const basicOf = (id: string, secret: string): string => `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

export type Client = { clientId: string; clientSecret: string };

/** What is sent to a provider's token end point, with the client's secret where the provider takes it. */
export const tokenRequest = (provider: Provider, { clientId, clientSecret }: Client, form: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    ...(!provider.secretInForm && { authorization: basicOf(clientId, clientSecret) }),
  },
  body: new URLSearchParams({ ...form, ...(provider.secretInForm && { client_id: clientId, client_secret: clientSecret }) }).toString(),
});
