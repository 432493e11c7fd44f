import fc from 'fast-check';
import { ensurePhoneModels } from '#server/features/phone-models/index.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createPerson } from '#test/support/world/world.ts';
import { faultsOfAcknowledged } from './acknowledged.ts';
import { createWorld } from './create-world.ts';
import { faultsOf } from './invariants.ts';
import { type Operation, operationsOf, type Plan, plansFor, soundPlanFor } from './plan.ts';
import { AUTH_SECRET, toInject, toRequest, writeRequest } from './send.ts';
import type { World } from './world.ts';

/** The number of requests before a new world is created: some of them delete people. */
const A_WORLD = 150;
/** The number of worlds whose secrets are looked for; earlier ones rarely turn up. */
const WORLDS_STORED = 5;
const STEP_MS = 2000;
/** The most attempts at a call with valid requests until one succeeds; a new world is created after every `TRIES_A_WORLD`. */
const TRIES = 24;
const TRIES_A_WORLD = 6;
const CURSORS_STORED = 30;

export type Outcome = {
  /** The number of requests, and of replies by status. */
  requests: number;
  statuses: Record<number, number>;
  /** Calls that returned a 2xx at least once. */
  done: Set<string>;
  operations: string[];
  /** The smallest request that broke a promise, and how; null when none did. */
  failure: string | null;
};

/** Calls that need something no random request has: they succeed in the tests named here. */
const DONE_ELSEWHERE: Record<string, string> = {
  'POST /passkeys/options': 'a session’s cookie beside its token · src/server/features/accounts/passkeys.test.ts',
  'POST /passkeys': 'a device’s signature · src/server/features/accounts/passkeys.test.ts',
  'PATCH /passkeys/{id}': 'a passkey · src/server/features/accounts/passkeys.test.ts',
  'DELETE /passkeys/{id}': 'a passkey · src/server/features/accounts/passkeys.test.ts',
  'POST /secondFactor/passkeys': 'a passkey · src/server/features/accounts/passkeys.test.ts',
  'POST /proof/mail': 'an account without a password · src/server/features/accounts/proof.test.ts',
  'GET /disputes/{id}/evidence': 'a dispute at the card provider · src/server/features/payments/disputes.test.ts',
};

/** Sends random requests, generated from `seed`, to a shop with two sellers, and checks every reply. */
export async function fuzz(
  { seed, requests }: { seed: number; requests: number },
  { shop, onProgress = () => undefined }: { shop: TestApp; onProgress?: (asked: number) => void },
): Promise<Outcome> {
  const document = (await shop.call('GET', '/openapi.json')).body as object;
  const operations = operationsOf(document);
  await ensurePhoneModels(shop.services);
  await shop.app.models.load();
  const guide = await createPerson(shop, 'seller');
  const template = await shop.call('GET', '/listingTemplate', { as: guide.token });
  const files = { picture: await pictureOf('png', 24, 24), spreadsheet: Buffer.from(String(template.body)) };
  const outcome: Outcome = {
    requests: 0,
    statuses: {},
    done: new Set(),
    operations: operations.map(nameOf).filter((name) => !(name in DONE_ELSEWHERE)),
    failure: null,
  };
  const worlds: World[] = [];
  let left = 0;
  let made = 0;

  const currentWorld = async (): Promise<World> => {
    if (left <= 0) {
      made += 1;
      worlds.push(await createWorld(shop, seed * 1000 + made));
      if (worlds.length > WORLDS_STORED) worlds.shift();
      left = A_WORLD;
    }
    left -= 1;
    const world = worlds.at(-1);
    if (!world) throw new Error('there is no world');
    return world;
  };

  const ask = async (plan: Plan): Promise<void> => {
    const world = await currentWorld();
    shop.clock.advance(STEP_MS);
    const sent = await toRequest(plan, world, { shop, files });
    const reply = await shop.app.inject(toInject(sent, outcome.requests));
    outcome.requests += 1;
    outcome.statuses[reply.statusCode] = (outcome.statuses[reply.statusCode] ?? 0) + 1;
    const faults = faultsOf(plan, reply, { sent, worlds });
    // The identity service answers a link from an email with a redirect.
    if (reply.statusCode < (plan.operation.access === null ? 400 : 300)) outcome.done.add(nameOf(plan.operation));
    if (reply.statusCode < 300) {
      rememberCursor(reply.headers.link, world);
      const token = /^Bearer (.+)$/u.exec(sent.headers.authorization ?? '')?.[1];
      if (plan.operation.method !== 'GET' && plan.operation.access !== null)
        faults.push(...(await faultsOfAcknowledged(plan, reply.json(), { shop, world, token })));
      if (endsAPerson(plan.operation)) left = 0;
    }
    if (outcome.requests % 500 === 0) onProgress(outcome.requests);
    if (faults.length === 0) return;
    throw new Error(`${faults.join('\n')}\n${writeRequest(sent)}\nanswered ${reply.statusCode}: ${reply.body.slice(0, 1000)}`);
  };

  /** Makes each call succeed once, before random requests change what it needs. */
  const callTheRoll = async (): Promise<void> => {
    const inOrder = [...operations].sort((one, other) => Number(endsAPerson(one)) - Number(endsAPerson(other)));
    for (const operation of inOrder) {
      const plans = fc.sample(soundPlanFor(operation), { seed, numRuns: TRIES });
      for (const [at, plan] of plans.entries()) {
        if (outcome.done.has(nameOf(operation)) || outcome.requests >= requests) break;
        if (at > 0 && at % TRIES_A_WORLD === 0) left = 0;
        await ask(plan);
      }
    }
  };

  try {
    await callTheRoll();
  } catch (error) {
    outcome.failure = `seed ${seed}, one sound request after the other\n${String(error)}`;
    return outcome;
  }
  const details = await fc.check(fc.asyncProperty(plansFor(operations), ask), { seed, numRuns: Math.max(0, requests - outcome.requests) });
  if (details.failed) outcome.failure = `seed ${details.seed}, path ${details.counterexamplePath}\n${String(details.errorInstance)}`;
  return outcome;
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

function rememberCursor(link: unknown, { refs }: World): void {
  const cursor = /[?&]cursor=([^&>]+)/u.exec(String(link ?? ''))?.[1];
  if (cursor === undefined) return;
  refs.cursor.push(decodeURIComponent(cursor));
  if (refs.cursor.length > CURSORS_STORED) refs.cursor.shift();
}

const endsAPerson = ({ method, path }: Operation): boolean => method === 'DELETE' && (path === '/personalData' || path.startsWith('/users'));

/** Opens a shop for fuzzing. */
export const openShopToFuzz = (): Promise<TestApp> => createTestApp({ AUTH_SECRET });
