import type { CallName } from '#contract/calls.ts';
import type { TestApp } from '#test/support/app.ts';
import type { Plan } from './plan.ts';
import { type Look, PROOFS } from './proofs.ts';
import { resolve } from './send.ts';
import type { RefKind, World } from './world.ts';

const KINDS: Partial<Record<CallName, RefKind>> = {
  'POST /products': 'listing',
  'POST /bookings': 'order',
  'POST /lostPhones': 'lostPhone',
  'POST /imageUploads': 'upload',
  'POST /decisions': 'decision',
};
const MOST_STORED = 40;
/** The rows created with the world stay in place. */
const MADE_WITH = 10;

/** Checks that what a reply acknowledged is there, and remembers its id for later requests. */
export async function faultsOfAcknowledged(
  plan: Plan,
  reply: unknown,
  { shop, world, token }: { shop: TestApp; world: World; token?: string },
): Promise<string[]> {
  const call = `${plan.operation.method} ${plan.operation.path.replace(/\{(\w+)\}/gu, ':$1')}` as CallName;
  const body = reply as Look['body'];
  const values = { ...plan.params, ...Object.fromEntries(plan.query), ...(plan.body.kind === 'json' && (plan.body.value as Record<string, unknown>)) };
  const sent = (name: string): unknown => resolve(values[name], world);
  const look: Look = {
    body,
    sent,
    named: (name) => encodeURIComponent(String(sent(name))),
    ask: (path) => shop.call('GET', path, { as: token }),
    opens: async (address) => (await shop.app.inject(address)).statusCode === 200,
  };
  const prove = (PROOFS as Partial<Record<CallName, ((look: Look) => Promise<boolean>) | null>>)[call];
  const proven = !prove || (await prove(look));
  remember(call, body, world);
  return proven ? [] : [`${call} acknowledged what is not so: ${JSON.stringify(reply)}`];
}

function remember(call: CallName, { insertedId, revision }: Look['body'], { refs }: World): void {
  if (call.includes('/shopSettings')) refs.revision = [revision ?? 0];
  const kind = KINDS[call];
  if (kind === undefined || insertedId === undefined) return;
  refs[kind].push(insertedId);
  if (refs[kind].length > MOST_STORED) refs[kind].splice(MADE_WITH, 1);
}
