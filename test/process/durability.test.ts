import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startServer, temporaryDirectory } from '#test/support/server-process.ts';
import { type Client, createClient } from '#test/support/world/client.ts';
import { insertFrontPictureIn } from '#test/support/world/stored-pictures.ts';
import { listingInput } from '#test/support/world/world.ts';

const WRITES = 1000;
const AT_ONCE = 8;
/** The process is killed after these numbers of acknowledged writes. */
const CUTS = [137, 480, 803];

let directory: ReturnType<typeof temporaryDirectory>;
let shop: ServerProcess;

beforeAll(async () => {
  directory = temporaryDirectory();
  shop = await startServer({ DATA_DIR: directory.path, DEMO: 'false' });
});
afterAll(async () => {
  await shop.stop();
  directory.remove();
});

async function allIds(seller: Client, email: string): Promise<Set<string>> {
  const ids = new Set<string>();
  let path: string | null = `/api/products?email=${email}`;
  while (path) {
    const { body, headers } = await seller.call('GET', path);
    for (const { _id } of body as { _id: string }[]) ids.add(_id);
    path = /<([^>]+)>; rel="next"/u.exec(headers.get('link') ?? '')?.[1] ?? null;
  }
  return ids;
}

test(`Keeps all ${WRITES} acknowledged writes of a process that was killed while writing`, async () => {
  const email = 'durable@example.test';
  await createClient(shop.url).signUp(email, 'seller');
  await insertFrontPictureIn(directory.path);
  const acknowledged = new Set<string>();
  for (const cut of [...CUTS, WRITES]) {
    const seller = createClient(shop.url);
    await seller.signIn(email, 'practice123');
    const write = async () => {
      while (acknowledged.size < cut) {
        const reply = await seller.call('POST', `/api/products?email=${email}`, listingInput()).catch(() => null);
        if (reply === null) return;
        expect(reply.status).toBe(201);
        acknowledged.add((reply.body as { insertedId: string }).insertedId);
      }
      if (cut < WRITES) await shop.kill().catch(() => {});
    };
    await Promise.all(Array.from({ length: AT_ONCE }, write));
    if (cut < WRITES) shop = await startServer({ DATA_DIR: directory.path, DEMO: 'false' });
  }
  const reader = createClient(shop.url);
  await reader.signIn(email, 'practice123');
  const stored = await allIds(reader, email);
  expect(acknowledged.size).toBeGreaterThanOrEqual(WRITES);
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
}, 120_000);
