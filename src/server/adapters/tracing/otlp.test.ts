import { expect, it } from 'vitest';
import { createTestApp } from '#test/support/app.ts';
import { startOtlpReceiver } from '#test/support/doubles/otlp-receiver.ts';
import { createListing, createPerson, sellTo } from '#test/support/world/world.ts';

function settings(endpoint: string) {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=let%20me%20in',
    OTEL_SERVICE_NAME: 'second-hand',
  };
}

it('Sends a trace of each request with its route, statements and outside calls, and logs its id', async () => {
  const collector = await startOtlpReceiver();
  const lines: string[] = [];
  const shop = await createTestApp(settings(collector.url), { onLog: (line) => lines.push(line) });
  const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer', { email: 'traced@example.test' })];
  const listing = await createListing(shop, seller, { description: 'Traced words' });
  await sellTo(shop, buyer, listing);
  const url = await shop.app.listen({ port: 0 });
  for (let time = 0; time < 3; time += 1) await (await fetch(`${url}/api/selectedItem/${listing}?email=traced@example.test`)).text();
  await shop.close();

  const { spans } = collector;
  const root = spans.find(({ name }) => name === 'POST /api/create-payment-intent');
  expect(root).toMatchObject({
    service: 'second-hand',
    isFailed: false,
    attributes: { 'http.route': '/api/create-payment-intent', 'http.response.status_code': 200 },
  });
  const within = spans.filter(({ parentSpanId, traceId }) => parentSpanId === root?.spanId && traceId === root?.traceId);
  expect(within.map(({ name }) => name)).toEqual(expect.arrayContaining(['payments createIntent', 'select database', 'update database']));
  for (const { name, attributes } of within) if (name === 'select database') expect(attributes['db.query.text']).toMatch(/^select /u);
  expect(spans.filter(({ name }) => name === 'GET /api/selectedItem/:id')).toHaveLength(3);
  expect(JSON.stringify(spans)).not.toMatch(/traced@|%40|Traced words|\+351/u);
  expect(collector.headers[0]?.['x-api-key']).toBe('let me in');
  const logged = lines.map((line) => JSON.parse(line) as { traceId?: string; req?: { path: string } });
  expect(logged.find(({ req }) => req?.path === '/api/create-payment-intent')?.traceId).toBe(root?.traceId);
  await collector.close();
});

it('Works without a collector, and stops in time', async () => {
  const gone = await startOtlpReceiver();
  await gone.close();
  const shop = await createTestApp(settings(gone.url));
  for (let time = 0; time < 50; time += 1) expect((await shop.call('GET', '/productCategories')).status).toBe(200);
  await shop.close();
});
