import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/shared/endpoint.ts';
import { ensurePhoneModels } from '#server/features/phone-models/index.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { freeReservations } from '#test/support/world/world.ts';
import { type Expected, expectedOf, type Whose } from './authorization/expected.ts';
import { CALLER_KINDS, type Caller, createPeople, type People } from './authorization/people.ts';
import { type Asked, REQUESTS, worldFor } from './authorization/requests.ts';

let shop: TestApp;
let people: People;
let cells = 0;

beforeAll(async () => {
  shop = await createTestApp();
  await ensurePhoneModels(shop.services);
  people = await createPeople(shop);
}, 120_000);
afterAll(() => shop.close());

/** What a person is no longer the same after. */
const CHANGING: readonly CallName[] = ['DELETE /personalData', 'POST /users/selling'];
const COLUMNS = ['own', 'other'] as const satisfies Whose[];
/** Sorted so that registering comes last, because it ends being unregistered. */
const NAMES = (Object.keys(calls) as CallName[]).sort((a, b) => Number(a === 'POST /users') - Number(b === 'POST /users'));

/** Identity's calls accept only the cookie, all others only the token. */
function proofOf({ access }: Endpoint, { kind, person, cookie }: Caller): Record<string, string> {
  const isByCookie = access === 'identity' || kind === 'cookie';
  if (isByCookie) return cookie === null ? {} : { cookie };
  return person === null ? {} : { authorization: `Bearer ${person.token}` };
}

async function send(name: CallName, caller: Caller, { path, body, payload, type, cookie }: Asked) {
  const [method = ''] = name.split(' ');
  const headers = { ...proofOf(calls[name], caller), ...(type && { 'content-type': type }), ...(cookie && { cookie }) };
  const response = await shop.app.inject({ method: method as 'GET', url: `/api${path}`, headers, payload: payload ?? (body as object | undefined) });
  return { status: response.statusCode, text: response.body };
}

function isAsExpected(status: number, expected: Expected, done?: number): boolean {
  if (expected === 'done' && done !== undefined) return status === done;
  return expected === 'done' ? status >= 200 && status < 300 : status === expected;
}

/** A list shows its owner's row and nobody else's; role lookups tell the truth to the person themselves and to admins. */
function faultOf({ rows }: Endpoint, { role }: Caller, whose: Whose, { text, shows }: { text: string; shows: string | undefined }): string | null {
  if (rows === 'own-or-no' && whose === 'other' && role !== 'admin' && text.includes('true')) return 'tells of another';
  if (shows === undefined || (rows !== 'own-list' && rows !== 'own-address')) return null;
  if (text.includes(shows) === (whose === 'own')) return null;
  return whose === 'own' ? 'lacks one’s own' : 'shows another’s';
}

/** Rows of strangers for requests that are rejected: nothing happens to the rows, so all rejected callers can share them. */
function createRefusedRequests() {
  const made = new Map<CallName, Promise<Asked>>();
  return (name: CallName): Promise<Asked> => {
    const asked = made.get(name) ?? Promise.resolve(REQUESTS[name](worldFor(shop, people, people.callers.nobody, 'other')));
    made.set(name, asked);
    return asked;
  };
}

test.each(NAMES)('%s replies as the contract says to everybody, for one’s own rows and another’s', async (name) => {
  const endpoint: Endpoint = calls[name];
  const ofStranger = createRefusedRequests();
  const found: string[] = [];
  for (const kind of CALLER_KINDS) {
    for (const whose of COLUMNS) {
      const caller = people.callers[kind];
      const expected = expectedOf(endpoint, caller, whose);
      const isOutside = (expected === 401 || expected === 403) && endpoint.rows !== 'own-address';
      const world = worldFor(shop, people, endpoint.access === 'identity' && caller.person ? { ...caller, role: 'buyer' } : caller, whose);
      // One person makes all of these calls, and can reserve only two phones at a time.
      await freeReservations(shop);
      const asked = isOutside ? await ofStranger(name) : await REQUESTS[name](world);
      const { status, text } = await send(name, caller, asked);
      const fault = expected === 'done' && isAsExpected(status, expected, asked.done) ? faultOf(endpoint, caller, whose, { text, shows: asked.shows }) : null;
      if (!isAsExpected(status, expected, asked.done)) found.push(`${kind}, ${whose}: ${status} instead of ${expected}: ${text.slice(0, 200)}`);
      if (fault !== null) found.push(`${kind}, ${whose}: ${fault}`);
      cells += 1;
      // A person who deleted their account can't make further calls, and one who began to sell is no buyer, so the next cell gets new people.
      if (CHANGING.includes(name) && status === 200) people = await createPeople(shop, `again${cells}`);
    }
  }
  expect(found).toEqual([]);
});

test('The matrix of callers and rows has no gaps, and no caller logged a stranger out', async () => {
  expect(cells).toBe(NAMES.length * CALLER_KINDS.length * COLUMNS.length);
  for (const { token } of Object.values(people.strangers)) expect((await shop.call('GET', '/bookings', { as: token })).status).toBe(200);
});
