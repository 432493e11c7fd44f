import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPracticeCards } from '#server/adapters/payments/practice/practice-cards.ts';
import { freshDatabase } from '#test/support/database.ts';

export const DOUBLE_KEYS = { publishableKey: 'pk_test_double', secretKey: 'sk_test_double', webhookSecret: 'whsec_double' };

/** The settings for a shop to use the double instead of Stripe. */
export type StripeDouble = {
  url: string;
  settings: Record<string, string>;
  /** Answers a call of Stripe's REST API, as sent to api.stripe.com. */
  answer(request: Request): Promise<Response>;
  /** Opens one of the provider's own pages. */
  visit(request: Request): Promise<Response>;
  /** Delivers the double's signed webhooks to a shop, until closed. */
  deliverTo(shop: string): void;
  close(): Promise<void>;
};

/** Stands in for Stripe: the practice provider's REST API over HTTP, on its own database. */
export async function openStripeDouble(): Promise<StripeDouble> {
  const database = await freshDatabase();
  const cards = createPracticeCards({ db: database.db, clock: { now: () => Date.now() }, ...DOUBLE_KEYS });
  const stopping: (() => Promise<void>)[] = [];

  const answer = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const body = ['GET', 'HEAD'].includes(request.method) ? undefined : await request.text();
    return cards.handle(
      new Request(`https://stripe.invalid/practice-cards${pathname}${search}`, { method: request.method, headers: request.headers, ...(body && { body }) }),
    );
  };

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    const answered = await answer(
      new Request(`http://stripe.invalid${request.url}`, { method: request.method ?? 'GET', headers, ...(body.length > 0 && { body: new Uint8Array(body) }) }),
    );
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(await answered.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    settings: {
      STRIPE_SECRET_KEY: DOUBLE_KEYS.secretKey,
      STRIPE_PUBLISHABLE_KEY: DOUBLE_KEYS.publishableKey,
      STRIPE_WEBHOOK_SECRET: DOUBLE_KEYS.webhookSecret,
      STRIPE_API_URL: url,
    },
    answer,
    visit: cards.handle,
    deliverTo(shop) {
      const { stop } = cards.deliverEvents(async (request) =>
        fetch(`${shop}${new URL(request.url).pathname}`, { method: 'POST', headers: request.headers, body: await request.text() }),
      );
      stopping.push(stop);
    },
    async close() {
      for (const stop of stopping) await stop();
      server.closeAllConnections();
      server.close();
      await database.drop();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
