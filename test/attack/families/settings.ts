import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { failToStart } from '../../support/server-process.ts';
import { buyPhone, insertedId, mustSucceed, requestBooking } from '../../support/world/calls.ts';
import { type Family, must, mustRefuse, type Scene } from '../attack.ts';
import { linkTo, listPhone, renewToken } from '../people.ts';

export const settingAttacks: Family = {
  name: 'Stolen tokens, files and an operator’s oversights',
  attacks: [
    {
      name: 'a stolen token that nobody proved for an hour',
      run: async (scene) => {
        const buyer = await scene.person('buyer');
        const orderId = await buyPhone(buyer, await listPhone(await scene.person('seller')));
        letProofsAge(scene);
        await renewToken(buyer.client, buyer.email);
        for (const [client, method, path, json] of [
          [buyer.client, 'DELETE', `/api/personalData?email=${buyer.email}`, undefined],
          [buyer.client, 'GET', '/api/personalData', undefined],
          [scene.admin.client, 'POST', `/api/orders/${orderId}/refund`, { reason: 'stolen', relist: false }],
          [scene.admin.client, 'POST', `/api/orders/${orderId}/payout`, undefined],
          [scene.admin.client, 'GET', '/api/auditLog/export', undefined],
          [scene.admin.client, 'DELETE', '/api/users/sellers/0199aaaa-0000-7000-8000-000000000001', undefined],
        ] as const) {
          const reply = mustRefuse(await client.ask(method, path, { json }), `${method} ${path}`, [403]);
          must((reply.body as { code?: string }).code === 'proof_needed', `${path} is refused for another reason: ${reply.text}`);
        }
        const guesses = [];
        for (let times = 0; times < 14; times++)
          guesses.push((await buyer.client.ask('POST', '/api/proof', { json: { password: `guess${times}abc` } })).status);
        must(guesses.includes(429) && !guesses.includes(200), `guesses were answered with ${guesses.join(', ')}`);
        return 'six acts refused; guesses at the proof end in 429';
      },
    },
    {
      name: 'the links of mails in a stolen database',
      run: async (scene) => {
        const person = await scene.person('buyer');
        await scene.client().ask('POST', '/api/auth/request-password-reset', { json: { email: person.email, redirectTo: '/reset-password' } });
        const link = await linkTo(person.client, person.email, 'reset');
        const token = link?.searchParams.get('token') ?? link?.pathname.split('/').at(-1) ?? '';
        must(token.length > 10, 'no link was mailed');
        const rows = inDatabase(scene, (database) => JSON.stringify(database.prepare('select * from identity_verifications').all()));
        must(!rows.includes(token), 'the token stands in the database');
        return 'hashes alone';
      },
    },
    {
      name: 'puppets in line before an honest buyer',
      run: async (scene) => {
        const id = await listPhone(await scene.person('seller'));
        const holder = await scene.person('buyer');
        const orderId = insertedId(mustSucceed(await requestBooking(holder, id), 'booking'));
        mustSucceed(await holder.client.ask('POST', '/api/create-payment-intent', { json: { price: 289, orderId } }), 'reserving');
        let standing = 0;
        for (let number = 0; number < 8; number++) {
          const puppet = await scene.person('buyer');
          const waiting = insertedId(mustSucceed(await requestBooking(puppet, id), 'booking'));
          if ((await puppet.client.ask('POST', `/api/orders/${waiting}/wait`)).status === 200) standing += 1;
        }
        const honest = await scene.person('buyer');
        const theirs = insertedId(mustSucceed(await requestBooking(honest, id), 'booking'));
        mustSucceed(await honest.client.ask('POST', `/api/orders/${theirs}/wait`), 'getting in line');
        const { body } = await honest.client.ask('GET', `/api/payment/${theirs}`);
        const { line } = body as { line: { place: number; turnBy: string } | null };
        const minutes = (Date.parse(line?.turnBy ?? '') - Date.now()) / 60_000;
        must(minutes > 0 && minutes <= 110, `the honest buyer's turn comes after ${minutes} minutes`);
        return `${standing} puppets in line; the honest buyer's turn comes after ${Math.round(minutes)} minutes at the latest, and the shop says so`;
      },
    },
    {
      name: 'proxies that nobody decided about, secrets in files that are not there, a directory of everybody’s',
      run: async () => {
        const outputs = [
          await startWith({ TRUSTED_PROXIES: '' }),
          await startWith({ METRICS_TOKEN_FILE: '/nowhere/token' }),
          await startWith({ BACKUP_PASSPHRASE_FILE: '/nowhere/phrase' }),
        ];
        for (const [at, name] of ['TRUSTED_PROXIES', 'METRICS_TOKEN_FILE', 'BACKUP_PASSPHRASE_FILE'].entries())
          must(outputs[at]?.includes(name) === true, `${name} is not named`);
        await startWith({ DATA_DIR: tmpdir() });
        const empty = join(mkdtempSync(join(tmpdir(), 'redial-attack-')), 'empty');
        writeFileSync(empty, '');
        await startWith({ AUTH_SECRET: '', AUTH_SECRET_FILE: empty });
        rmSync(join(empty, '..'), { recursive: true, force: true });
        return 'five starts refused, each with the setting’s name';
      },
    },
  ],
};

/** Opens the shop's database file, like someone who stole a backup; the shop is running meanwhile. */
function inDatabase<T>({ shop }: Scene, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(shop.dataDir, 'redial.db'), { timeout: 10_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Makes everyone's last proof of identity out of date. */
function letProofsAge(scene: Scene): void {
  inDatabase(scene, (database) => void database.exec('update identity_sessions set "provenAt" = 1'));
}

async function startWith(changes: Record<string, string>): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'redial-attack-'));
  try {
    const { code, output } = await failToStart({
      NODE_ENV: 'production',
      DEMO: 'false',
      PUBLIC_URL: 'https://shop.example',
      AUTH_SECRET: randomBytes(32).toString('hex'),
      ALLOW_PRACTICE_CARDS: 'true',
      ALLOW_KEPT_MAIL: 'true',
      PORT: '0',
      TRUSTED_PROXIES: 'none',
      DATA_DIR: directory,
      ...changes,
    });
    must(code !== 0, `a shop starts with ${Object.keys(changes).join(', ')}`);
    return output;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
