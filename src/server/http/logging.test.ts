import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, sendMails, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, sellTo } from '#test/support/world/world.ts';
import { NotSent } from '../ports/mailer.ts';
import { hidePersons, toLoggedError, toLoggedRequest } from './logging.ts';

const [EMAIL, OTHER] = ['maria.secretive@example.test', 'joao.hidden@example.test'];
const [PHONE, IMEI, PASSWORD, CARD] = ['+351 900 123 987', '490154203237518', 'practice123', '4000000000000002'];
const lines: string[] = [];

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ ADMIN_EMAIL: OTHER, ADMIN_PASSWORD: PASSWORD }, { onLog: (line) => lines.push(line) });
});
afterAll(() => shop.close());

function post(url: string, payload: object, headers: Record<string, string> = {}) {
  return shop.app.inject({ method: 'POST', url, payload, headers: { origin: 'http://localhost', host: 'localhost', ...headers } });
}

/** Every spelling that must not appear in any log line. */
function personal(tokens: string[]): string[] {
  return [EMAIL, OTHER, PHONE, IMEI, CARD, PASSWORD, 'Maria Secretive', ...tokens].flatMap((one) => [one, encodeURIComponent(one), one.replaceAll(' ', '')]);
}

async function signUpAndBuy(): Promise<string[]> {
  const account = { email: EMAIL, name: 'Maria Secretive', password: PASSWORD };
  const signedUp = await post('/api/auth/sign-up/email', account);
  await post('/api/auth/sign-up/email', account);
  const cookie = String(signedUp.headers['set-cookie']).split(';')[0] ?? '';
  await post('/api/users', { email: EMAIL, name: account.name, role: 'seller' }, { cookie });
  const jwt = await shop.app.inject({ url: `/api/jwt?email=${encodeURIComponent(EMAIL)}`, headers: { cookie } });
  await post('/api/auth/sign-in/email', { email: EMAIL, password: 'wrong1234' });
  await post('/api/auth/request-password-reset', { email: EMAIL, redirectTo: '/reset-password' });
  const mail = await shop.services.db.selectFrom('outbox').select('link').where('kind', '=', 'reset').executeTakeFirst();
  await shop.app.inject({ url: mail?.link ?? '/api/auth/reset-password/abc?callbackURL=x' });
  await sendMails(shop);
  const seller = await createPerson(shop, 'seller');
  const buyer = await createPerson(shop, 'buyer', { email: OTHER });
  await sellTo(shop, buyer, await createListing(shop, seller, { mobile_number: PHONE, imei: IMEI }));
  await post('/practice-cards/v1/payment_intents/pi_unknown/confirm', { 'payment_method_data[card][number]': CARD });
  await shop.call('GET', `/bookings?email=${OTHER}`, { as: buyer.token });
  await shop.call('GET', `/users/admin/${encodeURIComponent(EMAIL)}`, { as: buyer.token });
  await shop.call('POST', '/webhooks/payments', { body: { email: EMAIL } });
  await shop.call('GET', `/selectedItem/${IMEI}?phone=${encodeURIComponent(PHONE)}`, { as: 'not.a.token', headers: { 'x-request-id': IMEI } });
  return [cookie.split('=')[1] ?? '', (jwt.json() as { token: string }).token, buyer.token];
}

describe('The log', () => {
  it('Logs no personal data at any level, and the request’s id on each line', async () => {
    const tokens = await signUpAndBuy();
    expect(tokens.every((token) => token.length > 10)).toBe(true);
    expect(lines.length).toBeGreaterThan(30);
    const text = lines.join('');
    for (const secret of personal(tokens)) expect([secret, text.includes(secret)]).toEqual([secret, false]);
    for (const line of lines) {
      const read = JSON.parse(line) as { msg: string; reqId?: string };
      if (/request/u.test(read.msg)) expect(read.reqId).toMatch(/^[0-9a-f-]{32,36}$/u);
    }
  });

  it('Logs internal errors without naming people', async () => {
    const from = lines.length;
    const buyer = await createPerson(shop, 'buyer');
    const broken = Object.assign(new Error(`duplicate key: (email)=(${EMAIL}) at https://x.example/?phone=${IMEI}`), {
      detail: `Key (email)=(${EMAIL})`,
      code: '23505',
    });
    const { findIntent } = shop.services.payments;
    shop.services.payments.findIntent = async () => {
      throw new Error('outer', { cause: broken });
    };
    const listing = await createListing(shop, await createPerson(shop, 'seller'));
    const { sellTo: sell } = await import('#test/support/world/world.ts');
    await expect(sell(shop, buyer, listing)).rejects.toThrow(/500/u);
    shop.services.payments.findIntent = findIntent;
    const line = lines.slice(from).find((one) => one.includes('unexpected error')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ err: { message: 'outer', cause: { code: '23505', message: expect.stringContaining('duplicate key') } } });
    expect(line).not.toMatch(new RegExp(`${EMAIL}|${IMEI}|detail`, 'u'));
  });

  it('Accepts a forwarded request id only when it is a UUID, and returns it', async () => {
    const idOf = async (given: string) => (await shop.app.inject({ url: '/healthz', headers: { 'x-request-id': given } })).headers['x-request-id'];
    const uuid = '0199f3c2-7b1e-7c3a-9d53-2f1d8f6a4c11';
    expect(await idOf(uuid)).toBe(uuid);
    expect(await idOf(uuid.replaceAll('-', ''))).toBe(uuid.replaceAll('-', ''));
    for (const given of [IMEI, EMAIL, `${uuid}\t`, uuid.repeat(2), uuid.replace('-', ''), '{"a":1}', ''])
      expect(await idOf(given)).toMatch(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/u);
  });

  it('Hides addresses, numbers, tokens and queries in texts of any length, even where they are cut', () => {
    const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtYXJpYSJ9.c2VjcmV0';
    const secrets = [EMAIL, PHONE, PHONE.replaceAll(' ', ''), IMEI, '4000 0000 0000 0002', TOKEN, `Bearer ${TOKEN}`, `?email=${EMAIL}&x=1`, `?${TOKEN}`];
    const notified = /maria|secretive|900|987|4902|4000|eyJ|c2Vj/iu;
    for (const secret of secrets) {
      expect(hidePersons(`before ${secret} behind`)).not.toMatch(notified);
      for (const length of [1900, ...Array.from({ length: 140 }, (_, at) => 1870 + at)]) {
        const line = hidePersons(`${'word '.repeat(length / 5)}${'x'.repeat(length % 5)} ${secret} ${'y '.repeat(3000)}`);
        expect(line.replace(/\(\d+ characters\)$/u, '')).not.toMatch(notified);
        expect(line.length).toBeLessThan(2050);
      }
    }
    expect(hidePersons(EMAIL.padStart(50_000, 'm'))).toBe(' … (50000 characters)');
  });

  it('Hides personal data in long hostile texts, and shortens them', () => {
    const texts = [
      'x'.repeat(900_000),
      '@'.repeat(900_000),
      'eyJ-'.repeat(200_000),
      '000- '.repeat(180_000),
      '%'.repeat(900_000),
      '1 (2) '.repeat(150_000),
      '?a'.repeat(400_000),
    ];
    for (const text of texts) {
      expect(hidePersons(text).length).toBeLessThan(2100);
      expect(toLoggedRequest({ method: 'GET', url: `/${text}` }).path.length).toBeLessThan(520);
    }
  });

  it('Logs no personal data or email tokens in paths, however long', () => {
    const pathOf = (url: string) => toLoggedRequest({ method: 'GET', url }).path;
    expect(pathOf(`/api/users/admin/${EMAIL}?a=${EMAIL}`)).toBe('/api/users/admin/…');
    expect(pathOf(`/api/users/admin/${encodeURIComponent(EMAIL)}/x`)).toBe('/api/users/admin/…/x');
    expect(pathOf('/api/auth/reset-password/secret/more')).toBe('/api/auth/reset-password/…');
    expect(pathOf(`/${'a'.repeat(490)}/${EMAIL}`)).toBe(`/${'a'.repeat(490)}/…`);
    expect(pathOf(`/api/${'maria.secretive'.repeat(1000)}@example.test`)).toBe('/api/…');
  });

  it('Logs only the locations of a stack trace', () => {
    const error = new Error(`no such place\n    at ${EMAIL} (x)\n    at ${'z'.repeat(100_000)}`);
    const { message, stack } = toLoggedError(error);
    expect(message.length).toBeLessThan(2050);
    expect(stack).toContain('logging.test.ts');
    expect(stack).not.toMatch(/maria|zzz/u);
  });

  it('Logs text without personal data unchanged', () => {
    for (const text of ['request completed', 'the mail server (SMTP_URL) doesn’t accept email', 'EADDRINUSE 127.0.0.1:3000', 'deadlock detected after 1500 ms'])
      expect(hidePersons(text)).toBe(text);
    expect(hidePersons(`Sign-up of ${EMAIL} with Bearer abc.def at /x?email=${EMAIL}`)).not.toMatch(/maria|abc\.def/u);
    expect(toLoggedError({ email: EMAIL })).toEqual({ type: 'object', message: '…', stack: '' });
    expect(toLoggedError(new NotSent('RCPT TO 550', 'never')).message).toBe('RCPT TO 550');
  });
});
