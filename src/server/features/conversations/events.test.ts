import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person } from '#test/support/world/world.ts';

type Stream = { status: number; events: unknown[]; ended: () => boolean; close(): void };

let shop: TestApp;
let url: string;
let [seller, buyer, stranger]: Person[] = [];
const open: Stream[] = [];

beforeAll(async () => {
  shop = await createTestApp({}, { heartbeatMs: 50 });
  url = await shop.app.listen({ port: 0, host: '127.0.0.1' });
  [seller, buyer, stranger] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
}, 120_000);
afterAll(() => shop.close());

async function listen({ token } = {} as Person, headers: Record<string, string> = {}, method = 'GET'): Promise<Stream> {
  const closing = new AbortController();
  const response = await fetch(`${url}/api/conversations/events`, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), accept: 'text/event-stream', ...headers },
    signal: closing.signal,
  });
  let [text, isOver] = ['', false];
  const stream = {
    status: response.status,
    get events() {
      return [...text.matchAll(/^data: (.*)$/gmu)].map(([, data = '']) => JSON.parse(data));
    },
    ended: () => isOver,
    close: () => closing.abort(),
  };
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) text += decoder.decode(piece as Uint8Array, { stream: true });
  };
  read()
    .catch(() => null)
    .finally(() => {
      isOver = true;
    });
  open.push(stream);
  return stream;
}

const as = (person: Person | undefined) => person?.token ?? '';
async function begin(): Promise<string> {
  const body = { productId: await createListing(shop, seller as Person) };
  return ((await shop.call('POST', '/conversations', { as: as(buyer), body })).body as { _id: string })._id;
}
const send = (person: Person | undefined, id: string) =>
  shop.call('POST', `/conversations/${id}/messages`, { as: as(person), body: { clientId: crypto.randomUUID(), text: 'Hello.' } });
const ask = async (person: Person | undefined, after: number | string = '') =>
  (await shop.call('GET', `/conversations/events${after === '' ? '' : `?after=${after}`}`, { as: as(person) })).body as { position: number; changed: object[] };

describe('The stream of events', () => {
  test('Says to both sides which conversation has a message, to nobody else, and never what it says', async () => {
    const id = await begin();
    const [ana, rui, other] = [await listen(seller), await listen(buyer), await listen(stranger)];
    for (const stream of [ana, rui, other]) await expect.poll(() => stream.events).toEqual([{ changed: [] }]);
    await send(buyer, id);
    await send(seller, id);
    for (const stream of [ana, rui])
      await expect
        .poll(() => stream.events.slice(1))
        .toEqual([
          { _id: id, lastNumber: 1 },
          { _id: id, lastNumber: 2 },
        ]);
    expect(other.events).toHaveLength(1);
    for (const stream of [ana, rui, other]) stream.close();
  });

  test('Goes on where it was cut, and answers the same at once to those who ask', async () => {
    const id = await begin();
    const { position } = await ask(seller);
    await send(buyer, id);
    const changed = expect.arrayContaining([{ _id: id, lastNumber: 1 }]);
    expect(await ask(seller, position)).toMatchObject({ changed });
    expect(await ask(stranger, position)).toMatchObject({ changed: [] });
    const later = await listen(seller, { 'last-event-id': String(position) });
    await expect.poll(() => later.events).toContainEqual({ changed });
    later.close();
    expect((await shop.call('GET', '/conversations/events?after=-1', { as: as(seller) })).status).toBe(400);
  });

  test('Needs a token, and ends soon after its person logs out', async () => {
    expect((await listen()).status).toBe(401);
    const leaving = await createPerson(shop, 'buyer');
    const [stream, stays] = [await listen(leaving), await listen(stranger)];
    await shop.services.identity.endSessions(leaving.email);
    await expect.poll(() => stream.ended()).toBe(true);
    expect(stays.ended()).toBe(false);
    stays.close();
  });

  test('Is open five times per person at most: a sixth ends the first', async () => {
    const person = await createPerson(shop, 'buyer');
    const streams: Stream[] = [];
    for (let count = 0; count < 6; count += 1) streams.push(await listen(person));
    await expect.poll(() => streams.map((stream) => stream.ended())).toEqual([true, false, false, false, false, false]);
    for (const stream of streams) stream.close();
  });

  test('Stays closed for HEAD, and ends when the shop stops', async () => {
    const closing = await createTestApp();
    const address = await closing.app.listen({ port: 0, host: '127.0.0.1' });
    const { token } = await createPerson(closing, 'buyer');
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    expect((await fetch(`${address}/api/conversations/events`, { method: 'HEAD', headers })).headers.get('content-type')).toContain('application/json');
    const { body } = await fetch(`${address}/api/conversations/events`, { headers });
    const reader = body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await closing.close();
    while ((await reader?.read())?.done === false);
  });
});
