import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, sendMails, type TestApp } from '#test/support/app.ts';

const EMAIL = 'target@example.test';
const PASSWORD = 'longenough1';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

type From = { address?: string; forwarded?: string; cookie?: string };
type Reply = { status: number; retryAfter: string | undefined; body: Record<string, unknown>; cookie: string };

async function post(path: string, payload: object, { address = '198.51.100.7', forwarded, cookie }: From = {}): Promise<Reply> {
  const { statusCode, headers, cookies, body } = await shop.app.inject({
    method: 'POST',
    url: `/api/auth${path}`,
    payload,
    remoteAddress: address,
    headers: {
      ...(forwarded && { 'x-forwarded-for': forwarded, forwarded: `for=${forwarded}`, 'x-real-ip': forwarded, 'x-client-address': forwarded }),
      ...(cookie && { cookie }),
    },
  });
  const jar = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { status: statusCode, retryAfter: headers['retry-after'] as string | undefined, body: JSON.parse(body) as Record<string, unknown>, cookie: jar };
}

function signIn(password: string, from: From, email = EMAIL): Promise<Reply> {
  return post('/sign-in/email', { email, password }, from);
}

/** Makes many guesses, fifty at a time; returns how many passwords were checked, and how many were rejected unchecked. */
async function attack(count: number, guess: (number: number) => Promise<Reply>) {
  const replies: Reply[] = [];
  for (let at = 0; at < count; at += 50) replies.push(...(await Promise.all(Array.from({ length: Math.min(50, count - at) }, (_, nth) => guess(at + nth)))));
  const refused = replies.filter(({ status }) => status === 429);
  const looked = replies.filter(({ status }) => status === 401);
  expect(looked.length + refused.length).toBe(count);
  for (const { body, retryAfter } of refused) {
    expect(body).toMatchObject({ code: 'too_many', message: expect.stringContaining('Wait') });
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  return { looked: looked.length, refused: refused.length };
}

function invented(number: number): string {
  return `203.0.${number >> 8}.${number & 255}`;
}

async function rowsLeft(): Promise<number> {
  return (await shop.services.db.selectFrom('spent_budgets').select('id').execute()).length;
}

async function resetByMail(from: From): Promise<Reply> {
  await post('/request-password-reset', { email: EMAIL, redirectTo: '/reset-password' }, from);
  await sendMails(shop);
  const mails = (await shop.call('GET', '/mailbox')).body as { to: string; subject: string; text: string }[];
  const text = mails.find(({ to, subject }) => to === EMAIL && subject.includes('Reset your'))?.text ?? '';
  const followed = await shop.app.inject({ method: 'GET', url: /https?:\S+/u.exec(text)?.[0] ?? '' });
  const token = new URL(String(followed.headers.location), 'http://shop').searchParams.get('token');
  return post('/reset-password', { newPassword: 'anotherone2', token }, from);
}

test('Slows down guessing however the forwarded addresses change, while the owner still logs in', async () => {
  const known = (await post('/sign-up/email', { email: EMAIL, password: PASSWORD, name: 'Tar Get' })).cookie;

  // One machine with another forwarded address each time counts as one client network, and gets the attempts of one. A minute gives back one.
  const flood = await attack(1000, (number) => signIn(`wrong${number}word`, { forwarded: invented(number) }));
  expect(flood.looked).toBeGreaterThanOrEqual(10);
  expect(flood.looked).toBeLessThan(20);

  // The owner, behind the same address in a browser that they have logged in with, and in a new one elsewhere.
  expect((await signIn(PASSWORD, { cookie: known })).status).toBe(200);
  expect((await signIn(PASSWORD, { address: '192.0.2.50' })).status).toBe(200);
  // An unknown browser can't be told from the attacker, even with the right password, and doesn't learn whether it was right.
  expect((await signIn(PASSWORD, {})).status).toBe(429);
  // Others at that address can still log in to their own accounts.
  await post('/sign-up/email', { email: 'neighbour@example.test', password: PASSWORD, name: 'Neigh Bour' }, { address: '192.0.2.51' });
  expect((await signIn(PASSWORD, {}, 'neighbour@example.test')).status).toBe(200);

  // Many machines: they all share the account's budget.
  const botnet = await attack(120, (number) => signIn(`other${number}word`, { address: `10.9.${number}.1` }));
  expect(botnet.looked).toBeLessThan(50);
  expect(flood.looked + botnet.looked).toBeGreaterThanOrEqual(49);
  expect((await signIn(PASSWORD, { address: '192.0.2.60' })).status).toBe(429);
  expect((await signIn(PASSWORD, { cookie: known, address: '192.0.2.60' })).status).toBe(200);

  // An owner without a known browser proves themselves by email, and then their browser is known.
  const reset = await resetByMail({ address: '192.0.2.61' });
  expect(reset.status).toBe(200);
  expect((await signIn('anotherone2', { cookie: reset.cookie, address: '192.0.2.61' })).status).toBe(200);
}, 300_000);

test('A known browser’s cookie allows no other account, can’t be forged, and is good for a few attempts only', async () => {
  const email = 'cookie@example.test';
  const { cookie } = await post('/sign-up/email', { email, password: PASSWORD, name: 'Cook Ie' }, { address: '192.0.2.70' });
  const device = cookie.split('; ').find((one) => one.startsWith('redial.known-')) ?? '';
  const at = { address: '198.51.100.80' };
  const tries = (jar: string, count = 30) => attack(count, (number) => signIn(`wrong${number}word`, { ...at, cookie: jar }, email));
  // The network's ten, and the browser's own ten.
  expect((await tries(device)).looked).toBeLessThan(22);
  expect((await signIn(PASSWORD, { ...at, cookie: device }, email)).status).toBe(429);
  const forged = device.replace(/.$/u, (last) => (last === '0' ? '1' : '0'));
  expect((await tries(forged, 5)).looked).toBe(0);
  const other = await post('/sign-up/email', { email: 'other@example.test', password: PASSWORD, name: 'Oth Er' }, { address: '192.0.2.71' });
  expect((await tries(other.cookie, 5)).looked).toBe(0);
});

test('All known browsers of an account share their attempts, and those known before a password change count as strangers', async () => {
  const email = 'changed@example.test';
  const owner = await post('/sign-up/email', { email, password: PASSWORD, name: 'Chan Ged' }, { address: '192.0.2.80' });
  const others = await Promise.all([1, 2, 3].map((number) => signIn(PASSWORD, { address: `192.0.2.8${number}` }, email)));
  const tries = async (from: From) => (await attack(30, (number) => signIn(`wrong${number}word`, from, email))).looked;
  const jars = [owner, ...others].map(({ cookie }) => cookie);
  // Ten for the browsers together, and ten for each network.
  for (const [number, cookie] of jars.entries()) expect(await tries({ address: `192.0.2.9${number}`, cookie })).toBeLessThan(number === 0 ? 22 : 12);

  shop.clock.advance(86_400_000);
  await shop.call('POST', '/users', { headers: { cookie: owner.cookie }, body: { email, name: 'Chan Ged', role: 'buyer' } });
  const { token } = (await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie: owner.cookie } })).body as { token: string };
  const change = { currentPassword: PASSWORD, newPassword: 'anotherone2' };
  const changed = await shop.call('POST', '/password', { as: token, body: change });
  expect(changed.status).toBe(200);
  const at = { address: '198.51.100.90' };
  expect(await tries(at)).toBeLessThan(12);
  for (const cookie of jars) expect((await signIn('anotherone2', { ...at, cookie }, email)).status).toBe(429);
  const cookie = String(changed.headers['set-cookie']).split(';')[0] ?? '';
  expect((await signIn('anotherone2', { ...at, cookie }, email)).status).toBe(200);
}, 300_000);

test('Slows down passwords tried on many accounts by network, without revealing which accounts exist', async () => {
  const at = { address: '2001:db8:1:1::1' };
  const spray = await attack(300, (number) => signIn('summer2026', { address: `2001:db8:1:1:${number.toString(16)}::1` }, `nobody${number}@example.test`));
  expect(spray.looked).toBeGreaterThanOrEqual(30);
  expect(spray.looked).toBeLessThan(130);
  expect((await signIn('summer2026', at, 'nobody@example.test')).status).toBe(429);
  expect(await rowsLeft()).toBeLessThan(300);
  shop.clock.advance(7_200_000);
  await signIn('summer2026', { address: '192.0.2.90' }, 'last@example.test');
  expect(await rowsLeft()).toBe(1);
}, 300_000);
