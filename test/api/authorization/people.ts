import type { Role } from '#contract/accounts/accounts.ts';
import type { TestApp } from '#test/support/app.ts';
import { createAccount, fetchToken, signUp } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { createPerson, type Person } from '#test/support/world/world.ts';

/** A caller: their credentials, and the role these give them. */
export type Caller = { kind: CallerKind; person: Person | null; cookie: string | null; role: Role | null };

/** `cookie` has a session's cookie and no token; `unregistered` logged in and never registered; `removed` was removed by an admin. */
export const CALLER_KINDS = ['nobody', 'cookie', 'unregistered', 'removed', 'buyer', 'seller', 'admin'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

type SignedUp = { person: Person; cookie: string };
export type People = Awaited<ReturnType<typeof createPeople>>;

/** One caller of each kind, and strangers who own other rows. */
export async function createPeople(shop: TestApp, prefix = '') {
  const buyer = await join(shop, `${prefix}buyer`, 'buyer');
  const [seller, admin] = [await join(shop, `${prefix}seller`, 'seller'), await join(shop, `${prefix}admin`, 'admin')];
  const [unregistered, removed] = [await join(shop, `${prefix}unregistered`, null), await join(shop, `${prefix}removed`, 'seller')];
  await shop.call('DELETE', `/users/sellers/${removed.person.id}`, { as: admin.person.token });
  const callers: Record<CallerKind, Caller> = {
    nobody: { kind: 'nobody', person: null, cookie: null, role: null },
    cookie: { kind: 'cookie', ...buyer, role: null },
    unregistered: { kind: 'unregistered', ...unregistered, role: null },
    removed: { kind: 'removed', ...removed, role: null },
    buyer: { kind: 'buyer', ...buyer, role: 'buyer' },
    seller: { kind: 'seller', ...seller, role: 'seller' },
    admin: { kind: 'admin', ...admin, role: 'admin' },
  };
  return { callers, strangers: { buyer: await createPerson(shop, 'buyer'), seller: await createPerson(shop, 'seller') } };
}

async function join(shop: TestApp, name: string, role: Role | null): Promise<SignedUp> {
  const client = createClient(shop);
  const account = { email: `${name}@matrix.test`, name: 'Ma Trix' };
  if (role === null) await createAccount(client, account);
  else await signUp(client, { ...account, role: role === 'seller' ? 'seller' : 'buyer' });
  const { services, clock } = shop;
  const user = await services.db.selectFrom('users').select('id').where('email', '=', account.email).executeTakeFirst();
  if (user && role !== null) await services.db.updateTable('users').set({ role }).where('id', '=', user.id).execute();
  const token = await fetchToken(client, account.email);
  const [session] = await services.identity.findSignIns(account.email, clock.now());
  return { person: { ...account, id: user?.id ?? '', role: role ?? 'buyer', token, sessionId: session?.id ?? '' }, cookie: client.cookie };
}
