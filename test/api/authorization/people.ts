import type { Role } from '#contract/accounts/accounts.ts';
import type { TestApp } from '#test/support/app.ts';
import { createPerson, type Person } from '#test/support/factories.ts';

export const PASSWORD = 'longenough1';

/** Who may be at the other end: with what they prove themselves, and what they are then. */
export type Caller = { kind: CallerKind; person: Person | null; cookie: string | null; role: Role | null };

/** `cookie` has a session's cookie and no token; `unregistered` signed in and never registered; `removed` was removed by an admin. */
export const CALLER_KINDS = ['nobody', 'cookie', 'unregistered', 'removed', 'buyer', 'seller', 'admin'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

type SignedUp = { person: Person; cookie: string };

const signUp = async (shop: TestApp, name: string, role: Role | null): Promise<SignedUp> => {
  const email = `${name}@matrix.test`;
  const { cookies } = await shop.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: { email, name: 'Ma Trix', password: PASSWORD } });
  const cookie = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
  const { db } = shop.services;
  let id = '';
  if (role !== null) {
    const body = { email, name: 'Ma Trix', role: role === 'admin' ? 'buyer' : role };
    id = String(((await shop.call('POST', '/users', { headers: { cookie }, body })).body as { insertedId: string }).insertedId);
    await db.updateTable('users').set({ role }).where('id', '=', id).execute();
  }
  const { token } = (await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie } })).body as { token: string };
  const [session] = await shop.services.identity.findSignIns(email, shop.clock.now());
  return { person: { id, email, name: 'Ma Trix', role: role ?? 'buyer', token, sessionId: session?.id ?? '' }, cookie };
};

/** One of each kind; and strangers whose rows they have no business with. */
export const createPeople = async (shop: TestApp, prefix = '') => {
  const buyer = await signUp(shop, `${prefix}buyer`, 'buyer');
  const [seller, admin] = [await signUp(shop, `${prefix}seller`, 'seller'), await signUp(shop, `${prefix}admin`, 'admin')];
  const [unregistered, removed] = [await signUp(shop, `${prefix}unregistered`, null), await signUp(shop, `${prefix}removed`, 'seller')];
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
};
export type People = Awaited<ReturnType<typeof createPeople>>;
