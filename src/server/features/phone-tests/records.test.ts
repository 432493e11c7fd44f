import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublicKey, PublishedTest } from '#contract/phone-tests/phone-tests.ts';
import { verifyRecord } from '#contract/phone-tests/verify.ts';
import { createRecordKeys } from '#server/security/record-keys.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { askForCode, createSoftwarePhone, type Habits } from '#test/support/phone-tests/software-phone.ts';
import { createListing, createPerson } from '#test/support/world/world.ts';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, '../../../../docs/verify-phone-test.mjs');
const ALTERATIONS = 1000;
/** Each starts a process. */
const BY_SCRIPT = 20;

let shop: TestApp;
let keys: PublicKey[];
let records: string[];
let directory: string;

beforeAll(async () => {
  shop = await createTestApp();
  directory = mkdtempSync(join(tmpdir(), 'phone-test-'));
  const seller = await createPerson(shop, 'seller');
  records = [];
  for (const habits of [{}, { answer: () => ({ outcome: 'skipped' }) }, { clockAhead: () => 5e6 }] satisfies Habits[]) {
    const listing = await createListing(shop, seller);
    const { id, token } = await askForCode(shop, seller, { listing });
    await (await createSoftwarePhone(shop, habits)).run(token);
    await shop.call('POST', `/phoneTestCodes/${id}/publish`, { as: seller.token, body: {} });
    records.push(((await shop.call('GET', `/products/${listing}/phoneTest`)).body as PublishedTest).record);
  }
  ({ keys } = (await shop.app.inject('/.well-known/phone-test-keys.json')).json());
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await shop.close();
});

test('Accepts every true record, in the browser’s way and with the script', async () => {
  for (const record of records) {
    const verified = await verifyRecord(record, keys);
    expect(verified).toMatchObject({ outcome: 'true', record: { typ: 'phone-test', shop: shop.services.origin.url(), orderId: null } });
    expect(JSON.parse((await runScript(record)).stdout)).toEqual('record' in verified ? verified.record : null);
  }
});

test(`Refuses ${ALTERATIONS} random alterations`, async () => {
  const accepted: string[] = [];
  for (let attempt = 0; attempt < ALTERATIONS; attempt += 1) {
    const altered = alter(records[attempt % records.length] ?? '');
    if (!records.includes(altered) && (await verifyRecord(altered, keys)).outcome === 'true') accepted.push(altered);
  }
  expect(accepted).toEqual([]);
});

test('The script refuses what was altered, too, and says so', async () => {
  const altered = Array.from({ length: BY_SCRIPT }, (_, at) => alter(records[at % records.length] ?? '')).filter((text) => !records.includes(text.trim()));
  for (const text of altered) await expect(runScript(text)).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/\.\n$/u) });
});

test('Refuses other spellings of the same bytes', async () => {
  const [record = ''] = records;
  // The last character of 64 bytes has four bits that decoding ignores.
  const spellings = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map((last) => record.slice(0, -1) + last);
  const outcomes = await Promise.all(spellings.map((one) => verifyRecord(one, keys)));
  expect(outcomes.filter(({ outcome }) => outcome === 'true')).toHaveLength(1);
  for (const one of [`${record}=`, `${record}\n`, ` ${record}`, record.replace('.', '=.')]) expect((await verifyRecord(one, keys)).outcome).toBe('altered');
});

test('Refuses another header over the same content', async () => {
  const [, payload = '', signature = ''] = (records[0] ?? '').split('.');
  const [key] = keys;
  for (const header of [{ alg: 'none' }, { alg: 'HS256', kid: key?.kid, typ: 'phone-test+jws' }, { alg: 'EdDSA', kid: key?.kid, typ: 'JWT' }]) {
    const record = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.${signature}`;
    expect((await verifyRecord(record, keys)).outcome).toBe('altered');
  }
});

test('Records stay true when another key signs, by year or by secret, and its key is published with the first record', async () => {
  const [now, later] = [createRecordKeys('secret').at(Date.UTC(2026, 5)), createRecordKeys('secret').at(Date.UTC(2027, 5))];
  const other = createRecordKeys('other secret').at(Date.UTC(2026, 5));
  expect(new Set([now, later, other].map(({ publicKey }) => publicKey.kid)).size).toBe(3);
  const signed = now.sign(JSON.stringify({ typ: 'phone-test' }));
  expect((await verifyRecord(signed, [later.publicKey, other.publicKey])).outcome).toBe('unknown_key');
  expect((await verifyRecord(signed, [other.publicKey, later.publicKey, now.publicKey])).outcome).toBe('true');
  expect(keys.map(({ kid }) => kid)).toEqual([shop.services.recordKeys.at(shop.clock.now()).publicKey.kid]);
  expect((await shop.call('GET', '/phoneTestKeys')).body).toEqual({ keys });
});

function runScript(record: string) {
  const [recordFile, keysFile] = [join(directory, 'record.txt'), join(directory, 'keys.json')];
  writeFileSync(recordFile, `${record}\n`);
  writeFileSync(keysFile, JSON.stringify({ keys }));
  return run(process.execPath, [SCRIPT, recordFile, keysFile]);
}

/** One random change, as accident or malice would make it. */
function alter(record: string): string {
  const at = randomInt(record.length);
  const [before, after] = [record.slice(0, at), record.slice(at + 1)];
  const other = 'ABCxyz019-_.'[randomInt(12)] ?? 'A';
  const part = record.split('.');
  switch (randomInt(6)) {
    case 0:
      return before + other + after;
    case 1:
      return before + after;
    case 2:
      return `${before}${other}${record[at]}${after}`;
    case 3:
      return before;
    case 4:
      return record.slice(0, at) + record.slice(at).split('').toReversed().join('');
    default:
      return [
        part[0],
        Buffer.from(
          Buffer.from(part[1] ?? '', 'base64url')
            .toString()
            .replace(/"(skipped|passed)"/u, '"failed"'),
        ).toString('base64url'),
        part[2],
      ].join('.');
  }
}
