import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerProcess } from '#test/support/server-process.ts';
import { listPhone, uploadPicture } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { createCategory, createPerson, type Person } from '#test/support/world/world.ts';
import { type Api, createApi } from '../../src/web/api.ts';
import { followConversations } from '../../src/web/features/conversations/follow-conversations.ts';
import { type Loaded, readMessages } from '../../src/web/features/conversations/read-messages.ts';
import { callServer, startTwoProcesses, type TwoProcesses } from './two-processes.ts';

/** How many devices write on each side, and how much each. */
const DEVICES = 5;
const EACH = 100;
/** Every third line is cut, and every stream: after at most this long, whatever it is doing. */
const LONGEST_LINE_MS = 400;

let two: TwoProcesses;
beforeAll(async () => {
  two = await startTwoProcesses();
}, 120_000);
afterAll(() => two.close());

/** `fetch` whose connections break at random: before, within or after the reply. */
function breaking(url: string) {
  return (path: string, init: RequestInit): Promise<Response> => {
    const isStream = path.startsWith('/conversations/events');
    if (!isStream && Math.random() > 1 / 3) return fetch(`${url}/api${path}`, init);
    const cut = AbortSignal.timeout(Math.ceil(Math.random() * LONGEST_LINE_MS));
    return fetch(`${url}/api${path}`, { ...init, signal: init.signal ? AbortSignal.any([init.signal, cut]) : cut });
  };
}

function connect(server: ServerProcess, { token }: Person): { api: Api; open: ReturnType<typeof breaking> } {
  const open = breaking(server.url);
  return { api: createApi(open, { current: async () => token, renew: async () => token }), open };
}

/** What one side's device shows, read as the browser does, until `signal` ends it. */
async function follow(server: ServerProcess, person: Person, id: string, signal: AbortSignal) {
  const { api, open } = connect(server, person);
  const shown: number[] = [];
  let loaded: Loaded | undefined;
  let reading: Promise<void> | null = null;
  let again = false;
  const read = (): void => {
    again = reading !== null;
    reading ??= readMessages(api, id, { known: () => loaded })
      .then(
        (next) => {
          const known = new Set(loaded?.messages.map(({ number }) => number));
          shown.push(...next.messages.map(({ number }) => number).filter((number) => !known.has(number)));
          loaded = next;
        },
        () => {
          // A line that breaks here too: the browser reads again as well.
          again = true;
        },
      )
      .finally(() => {
        reading = null;
        if (again && !signal.aborted) read();
      });
  };
  void followConversations(api, { signal, open, onChanged: read, onLive: () => {}, waits: { shortest: 20, longest: 100 } });
  return { shown, texts: () => loaded?.messages.map(({ text }) => text) ?? [] };
}

/** Writes as a device does: each message again until its line lasts long enough for the answer. */
async function write(server: ServerProcess, person: Person, { id, device }: { id: string; device: number }): Promise<void> {
  const { api } = connect(server, person);
  for (let count = 1; count <= EACH; count += 1) {
    const body = { clientId: crypto.randomUUID(), text: textOf(person, device, count) };
    while (!(await api.call('POST /conversations/:id/messages', { params: { id }, body }).catch(() => null))) await wait(1);
  }
}

/** Without digits: spread over messages, they would look like a phone number and be masked. */
const textOf = ({ role }: Person, device: number, count: number): string => `${role} ${inLetters(device)}: ${inLetters(count)}`;

const inLetters = (number: number): string => String(number).replace(/\d/gu, (digit) => 'abcdefghij'.charAt(Number(digit)));

test('1,000 messages sent by two processes over lines cut at random arrive once each, in order, on both sides', async () => {
  const { shop, servers } = two;
  const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
  await createCategory(shop);
  const client = Object.assign(createClient(servers[0].url), { token: seller.token });
  const listing = await listPhone(client, { image: await uploadPicture(client) });
  const begun = await callServer(servers[0], 'POST', '/conversations', { as: buyer, body: { productId: listing } });
  const id = String(begun?.body._id);
  const ending = new AbortController();
  const sides = [await follow(servers[0], buyer, id, ending.signal), await follow(servers[1], seller, id, ending.signal)];
  // Whoever opens a long conversation sees its end first: here both see it from its beginning.
  await callServer(servers[0], 'POST', `/conversations/${id}/messages`, { as: buyer, body: { clientId: crypto.randomUUID(), text: 'Hello.' } });
  await expect.poll(() => sides.map(({ shown }) => shown), { timeout: 20_000 }).toEqual([[1], [1]]);
  const devices = Array.from({ length: DEVICES }, (_, device) => device);
  await Promise.all(devices.flatMap((device) => [write(servers[0], buyer, { id, device }), write(servers[1], seller, { id, device })]));

  const all = Array.from({ length: 1 + 2 * DEVICES * EACH }, (_, count) => count + 1);
  for (const { shown, texts } of sides) {
    await expect.poll(() => shown.length, { timeout: 60_000 }).toBe(all.length);
    expect(shown).toEqual(all);
    for (const person of [seller, buyer])
      for (const device of devices)
        expect(texts().filter((text) => text?.startsWith(`${person.role} ${inLetters(device)}:`))).toEqual(
          Array.from({ length: EACH }, (_, count) => textOf(person, device, count + 1)),
        );
  }
  ending.abort();
}, 180_000);
