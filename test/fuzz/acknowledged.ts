import type { TestApp, TestReply } from '#test/app.ts';
import type { Plan } from './plan.ts';
import { resolve } from './send.ts';
import type { RefKind, World } from './world.ts';

type Look = {
  /** What was answered. */
  body: { insertedId?: string; deletedCount?: number; data?: { display_url: string } };
  /** The path's or body's value of this name, as it was sent. */
  sent(name: string): string;
  ask(path: string): Promise<TestReply>;
};

const idsIn = ({ body }: TestReply): string[] => (Array.isArray(body) ? body.map(({ _id }: { _id: string }) => _id) : []);

/** For each call that writes: whether what it acknowledged is so. */
const PROOFS: Record<string, (look: Look) => Promise<boolean>> = {
  'POST /products': async ({ body, ask }) => body.insertedId !== undefined && (await ask(`/selectedProducts/${body.insertedId}`)).status === 200,
  'POST /bookings': async ({ body, ask }) => body.insertedId !== undefined && (await ask(`/payment/${body.insertedId}`)).status === 200,
  'POST /lostPhones': async ({ body, ask }) => idsIn(await ask('/myLostPhones')).includes(body.insertedId ?? ''),
  'POST /imageUploads': async ({ body, ask }) => (await ask(`/imageUploads/${body.insertedId}`)).status === 200,
  'POST /advertise': async ({ sent, ask }) => (await ask(`/isAdvertise/${sent('_id')}`)).status === 200,
  'POST /reportedItems': async ({ sent, ask }) => {
    const { status, body } = await ask(`/reportedItems/${sent('_id')}`);
    return status === 200 && (body as { reportedStatus: string }).reportedStatus === 'reported';
  },
  'DELETE /products/{id}': async ({ sent, ask }) => (await ask(`/selectedProducts/${sent('id')}`)).status === 404,
  'DELETE /imageUploads/{id}': async ({ sent, ask }) => (await ask(`/imageUploads/${sent('id')}`)).status === 404,
  'DELETE /personalData': async ({ body, ask }) => body.deletedCount === 0 || (await ask('/notices')).status === 401,
};

const KINDS: Record<string, RefKind> = {
  'POST /products': 'listing',
  'POST /bookings': 'order',
  'POST /lostPhones': 'lostPhone',
  'POST /imageUploads': 'upload',
};
const MOST_KEPT = 40;

/** Looks whether what a reply acknowledged is there, and remembers its id for later requests. */
export const faultsOfAcknowledged = async (
  plan: Plan,
  reply: unknown,
  { shop, world, token }: { shop: TestApp; world: World; token?: string },
): Promise<string[]> => {
  const name = `${plan.operation.method} ${plan.operation.path}`;
  const body = reply as Look['body'];
  const kind = KINDS[name];
  if (kind && body.insertedId !== undefined) {
    world.refs[kind].push(body.insertedId);
    if (world.refs[kind].length > MOST_KEPT) world.refs[kind].splice(4, 1);
  }
  const prove = PROOFS[name];
  if (!prove) return [];
  const values = { ...plan.params, ...(plan.body.kind === 'json' && (plan.body.value as Record<string, unknown>)) };
  const proven = await prove({
    body,
    sent: (field) => encodeURIComponent(String(resolve(values[field], world))),
    ask: (path) => shop.call('GET', path, { as: token }),
  });
  return proven ? [] : [`${name} acknowledged what is not so: ${JSON.stringify(reply)}`];
};
