import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { ensureAdmin } from '#server/process/first-admin.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { owe } from '#test/support/payouts.ts';
import { createListing, createOrder, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { toCsvLine } from './csv.ts';
import { sealAudit, verifyAudit, writeAudit } from './index.ts';

let shop: TestApp;
let admin: Person;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp({ PAYOUTS: 'by-hand' });
  admin = await createPerson(shop, 'admin');
  seller = await createPerson(shop, 'seller');
  buyer = await createPerson(shop, 'buyer', { name: '=HYPERLINK("http://evil.test")' });
});
afterAll(() => shop.close());

async function read(query = '', as = admin.token) {
  return (await shop.call('GET', `/auditLog${query}`, { as })).body as AuditEntry[];
}

async function actsOn(id: string) {
  return (await read(`?subject=${id}`)).map(({ act }) => act).toReversed();
}

function note(reason: string) {
  return {
    act: 'setting_changed' as const,
    subject: { kind: 'setting' as const, id: 'shop' },
    after: { reason },
    now: shop.clock.now(),
  };
}

describe('The audit log', () => {
  test('An entry names who did what, from where, in which request, and the values before and after, but no email address', async () => {
    const id = await createListing(shop, seller);
    await shop.call('POST', '/advertise', { as: seller.token, body: { _id: id } });
    const loser = await createPerson(shop, 'buyer');
    await createOrder(shop, loser, id);
    const orderId = await sellTo(shop, buyer, id);
    await shop.call('PUT', `/products/?id=${seller.id}&email=${seller.email}`, { as: admin.token });
    await owe(shop, orderId);
    await shop.call('POST', `/orders/${orderId}/payout`, { as: admin.token });
    const refund = { reason: `It was broken, says ${buyer.email}, call +351 911 222 333.`, relist: true };
    const { headers } = await shop.call('POST', `/orders/${orderId}/refund`, { as: admin.token, body: refund });
    await shop.call('DELETE', `/products/${id}`, { as: seller.token });
    await shop.call('POST', `/removedItems/${id}/restore`, { as: admin.token });

    expect(await actsOn(id)).toEqual(['listing_listed', 'listing_advertised', 'listing_sold', 'listing_removed', 'listing_restored']);
    expect(await actsOn(seller.email)).toEqual(['seller_verified']);
    const money = (await read(`?subject=${orderId}`)).toReversed();
    expect(money.map(({ act, by }) => [act, by.role])).toEqual([
      ['payment_kept', 'buyer'],
      ['seller_paid_out', 'admin'],
      ['sale_undone', 'admin'],
      ['refund_made', 'admin'],
    ]);
    expect(money[2]).toMatchObject({
      by: { _id: admin.id, name: admin.name },
      subject: { kind: 'order', name: 'Galaxy S21' },
      network: '127.0.0.0/24',
      requestId: headers['x-request-id'],
      before: { state: 'kept' },
      after: { state: 'refund_due', relisted: true, amountCents: 28_900, reason: 'It was broken, says … call ….' },
      number: null,
      hash: null,
    });
    const rows = await shop.services.db.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/example\.test|911 222|Person \d/u);
  });

  test('Records people who register, leave and return, and whom an operator makes an admin', async () => {
    const leaving = await createPerson(shop, 'seller');
    const id = await createListing(shop, leaving);
    await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token });
    await shop.call('POST', `/removedItems/${leaving.id}/restore`, { as: admin.token });
    expect(await actsOn(leaving.id)).toEqual(['person_removed', 'person_restored']);
    expect(await actsOn(id)).toEqual(['listing_listed', 'listing_removed', 'listing_restored']);
    await ensureAdmin(shop.services, { email: leaving.email, password: null });
    expect((await read(`?subject=${leaving.id}`))[0]).toMatchObject({
      act: 'admin_made',
      by: { role: 'operator', _id: null },
      before: { role: 'seller', removed: false },
      after: { role: 'admin', removed: false },
      network: null,
    });
  });

  test('Records nothing for actions that failed', async () => {
    const failing = shop.services.db.transaction().execute(async (tx) => {
      await writeAudit(tx, note('never'));
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(JSON.stringify(await read('?act=setting_changed'))).not.toContain('never');
  });

  test('Only admins read the log; filters and paging neither repeat nor skip a row', async () => {
    for (const path of ['/auditLog', '/auditLog/seal', '/auditLog/export']) {
      expect((await shop.call('GET', path)).status).toBe(401);
      for (const { token } of [seller, buyer]) expect((await shop.call('GET', path, { as: token })).status).toBe(403);
    }
    const all = await read();
    const today = new Date(shop.clock.now()).toISOString().slice(0, 10);
    expect(await read(`?from=${today}&to=${today}`)).toEqual(all);
    expect(await read('?to=2020-01-01')).toEqual([]);
    expect((await read(`?who=${admin.email}&act=seller_verified`)).map(({ by }) => by._id)).toEqual([admin.id]);
    expect(new Set((await read('?who=Operator')).map(({ by }) => by.role))).toEqual(new Set(['operator']));
    expect(await read('?who=nobody@example.test')).toEqual([]);
    for (const wrong of ['?act=nothing', '?from=yesterday', '?from=2026-02-31', '?cursor=x'])
      expect((await shop.call('GET', `/auditLog${wrong}`, { as: admin.token })).status).toBe(400);
    const seen: string[] = [];
    for (let path: string | null = '/auditLog?limit=3'; path; ) {
      const { body, headers } = await shop.call('GET', path, { as: admin.token });
      seen.push(...(body as AuditEntry[]).map(({ _id }) => _id));
      path = /<\/api([^>]+)>/u.exec(String(headers.link ?? ''))?.[1] ?? null;
    }
    expect(seen).toEqual(all.map(({ _id }) => _id));
  });

  test('The CSV export has no cell that is read as a formula', async () => {
    const { body, headers } = await shop.call('GET', '/auditLog/export?act=payment_kept', { as: admin.token });
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-log.csv"',
      'cache-control': 'no-store',
    });
    const [head, line, ...rest] = String(body).trimEnd().split('\r\n');
    expect(rest).toEqual([]);
    expect(head).toMatch(/^\uFEFFnumber,at,by,by id,by name,act,/u);
    expect(line).toContain(`buyer,${buyer.id},"'=HYPERLINK(""http://evil.test"")",payment_kept,`);
    const entry = (await read('?act=payment_kept'))[0] as AuditEntry;
    for (const name of ['+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1'])
      expect(toCsvLine({ ...entry, by: { ...entry.by, name } }).replaceAll('"', '')).toContain(`,'${name},`);
  });
});

describe('The hash chain', () => {
  const db = () => shop.services.db;

  test('Numbers rows without gaps or forks, however many write and seal at the same time', async () => {
    const writers = Array.from({ length: 40 }, (_, at) =>
      db()
        .transaction()
        .execute((tx) => writeAudit(tx, [note(`first ${at}`), note(`second ${at}`)])),
    );
    const sealers = Array.from({ length: 4 }, () => sealAudit(db()).catch(() => null));
    await Promise.all([...writers, ...sealers]);
    const head = await sealAudit(db());
    const { body } = await shop.call('GET', '/auditLog/seal', { as: admin.token });
    const { count } = await db()
      .selectFrom('audit_log')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(body).toEqual({ number: Number(count), hash: head?.hash ?? expect.any(String), waiting: 0 });
    expect(await verifyAudit(db())).toMatchObject({ head: { number: Number(count) }, waiting: 0, broken: null });
    expect(await sealAudit(db())).toBeNull();
  });

  test('Verification finds the first row that was changed, replaced, removed or cut off', async () => {
    const { head } = await verifyAudit(db());
    const rows = await db().selectFrom('audit_log').selectAll().where('number', 'in', [3, 4, head.number]).orderBy('number').execute();
    const [third, fourth, last] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
    const put = async (row: typeof third) => {
      await db().deleteFrom('audit_log').where('id', '=', row.id).execute();
      await db().insertInto('audit_log').values(row).execute();
    };
    const brokenWith = async (tampered: typeof third) => {
      await put(tampered);
      const { broken } = await verifyAudit(db());
      await put(third);
      return broken;
    };
    expect(await brokenWith({ ...third, actor_id: 'another' })).toEqual({ number: 3, id: third.id, why: 'changed' });
    expect(await brokenWith({ ...third, after: null })).toEqual({ number: 3, id: third.id, why: 'changed' });
    expect(await brokenWith({ ...third, previous: fourth.hash })).toEqual({ number: 3, id: third.id, why: 'changed' });

    const { number, hash } = third as { number: number; hash: string };
    expect((await verifyAudit(db(), { number, hash: 'f'.repeat(64) })).broken).toEqual({ number: 3, id: third.id, why: 'not_as_written_down' });
    expect((await verifyAudit(db(), { number, hash })).broken).toBeNull();

    await db().deleteFrom('audit_log').where('id', '=', third.id).execute();
    expect((await verifyAudit(db())).broken).toEqual({ number: 3, id: null, why: 'missing' });
    await put({ ...third, id: fourth.id.replace(/.$/u, (end) => (end === '0' ? '1' : '0')) });
    expect((await verifyAudit(db())).broken).toMatchObject({ number: 3, why: 'changed' });
    await db().deleteFrom('audit_log').where('number', '=', 3).execute();
    await put(third);

    await db().deleteFrom('audit_log').where('id', '=', last.id).execute();
    expect((await verifyAudit(db())).broken).toBeNull();
    expect((await verifyAudit(db(), head)).broken).toEqual({ number: head.number, id: null, why: 'missing' });
    await put(last);
  });

  test('The command line verifies the chain', async () => {
    const { database, dataDir } = shop.config;
    const settings = database.kind === 'postgres' ? { DATABASE_URL: database.url } : {};
    const verify = (...args: string[]) =>
      spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/audit-verify.ts', ...args], {
        cwd: join(import.meta.dirname, '../../../..'),
        env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ...settings },
        encoding: 'utf8',
      });
    const { head } = await verifyAudit(db());
    expect(verify('--head', `${head.number}:${head.hash}`)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`${head.number} rows, the last sealed as ${head.hash}`),
    });
    expect(verify('--head', 'nonsense')).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage') });
    await db().updateTable('audit_log').set({ act: 'listing_sold' }).where('number', '=', 2).execute();
    expect(verify()).toMatchObject({ status: 1, stdout: expect.stringMatching(/row 2 \(.+\) was changed after it was sealed/u) });
  });
});

describe('Free text about a person', () => {
  test('Deleting an account redacts text about it in the log and its export and the chain stays valid; any other removal is detected', async () => {
    const shop = await createTestApp();
    const admin = await createPerson(shop, 'admin');
    const [leaver, other] = [await createPerson(shop, 'seller', { name: 'Leontine Abschied' }), await createPerson(shop, 'seller')];
    const say = (seller: Person, reason: string) =>
      shop.call('POST', '/decisions', { as: admin.token, body: { kind: 'warning', sellerId: seller.id, reason } });
    for (const seller of [leaver, other]) expect((await say(seller, `${seller.name} sold a brick as a phone.`)).status).toBe(201);
    const id = await createListing(shop, leaver);
    await shop.call('POST', '/decisions', { as: admin.token, body: { kind: 'removal', listingId: id, reason: 'A brick of Leontine Abschied.' } });
    await sealAudit(shop.services.db);
    // This row is still unsealed when she leaves.
    await say(leaver, 'Leontine Abschied again.');
    const left = await shop.call('DELETE', `/personalData?email=${leaver.email}`, { as: leaver.token });
    expect(left.status).toBe(200);
    const exported = (await shop.call('GET', '/auditLog/export', { as: admin.token })).body as string;
    expect(exported).not.toContain('Abschied');
    expect(exported).toContain(`${other.name} sold a brick as a phone.`);
    expect((await verifyAudit(shop.services.db)).broken).toBeNull();
    await sealAudit(shop.services.db);
    expect((await verifyAudit(shop.services.db)).broken).toBeNull();

    const rows = await shop.services.db.selectFrom('audit_log').selectAll().where('redacted_by', 'is not', null).orderBy('number').execute();
    expect(rows).toHaveLength(3);
    const row = rows[0];
    if (!row) throw new Error('nothing was taken out');
    const change = (changes: { after?: string; act?: string; redacted_by?: string | null }, of = row.id) =>
      shop.services.db.updateTable('audit_log').set(changes).where('id', '=', of).execute();
    await change({ act: 'seller_verified' });
    expect((await verifyAudit(shop.services.db)).broken).toMatchObject({ number: row.number, why: 'changed' });
    await change({ act: row.act });
    const [untouched] = await shop.services.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', other.id)
      .where('act', '=', 'seller_warned')
      .execute();
    if (!untouched) throw new Error('the other seller was not warned');
    await change({ after: '{}', redacted_by: row.redacted_by }, untouched.id);
    expect((await verifyAudit(shop.services.db)).broken).toMatchObject({ why: 'changed' });
    await change({ after: untouched.after ?? '', redacted_by: null }, untouched.id);
    expect((await verifyAudit(shop.services.db)).broken).toBeNull();
    await shop.close();
  });
});
