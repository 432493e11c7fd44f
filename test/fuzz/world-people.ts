import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TestApp } from '#test/support/app.ts';
import { appCode, beginSecondFactor, turnOnSecondFactor, verifyAddress } from '#test/support/second-factor.ts';
import { createAccount, signUp } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { PASSWORD } from '#test/support/world/values.ts';
import { createPerson, type Person } from '#test/support/world/world.ts';
import { type Making, type Member, SIGNED_IN, type World } from './world.ts';

const HOUR_MS = 3_600_000;

export async function createPeople(shop: TestApp, number: number): Promise<World['people']> {
  const person = (role: Person['role'], who: Member): Promise<Person> =>
    createPerson(shop, role, {
      name: `canary-name-${who}-${number}`,
      email: `canary-mail-${who}-${number}@example.test`,
      verified: who === 'seller',
    });
  return {
    buyer: await person('buyer', 'buyer'),
    rival: await person('buyer', 'rival'),
    seller: await person('seller', 'seller'),
    competitor: await person('seller', 'competitor'),
    admin: await person('admin', 'admin'),
  };
}

/** Registers everybody's names, addresses, sessions and passwords as secrets. */
export async function addPeople(making: Making): Promise<void> {
  const { shop, number, people, refs, secret } = making;
  for (const [who, { email, token, sessionId }] of Object.entries(people) as [Member, Person][]) {
    secret(`the token of ${who}`, [], token);
    secret(`the session of ${who}`, [who, 'admin'], sessionId);
    secret(`the address of ${who}`, who === 'seller' || who === 'competitor' ? SIGNED_IN : [who, 'admin'], email);
  }
  const newcomer = `canary-newcomer-${number}@example.test`;
  making.cookie = await signUpNewcomer(shop, newcomer, { number, registered: number % 2 === 1 });
  secret('the newcomer’s cookie', ['newcomer'], decodeURIComponent(making.cookie.split('=')[1] ?? '').split('.')[0] ?? '');
  const all = Object.values(people);
  const emails = all.map(({ email }) => email);
  refs.resetToken = [secret('a reset’s token', [], await writeCredentials(shop, emails, newcomer))];
  refs.user = all.map(({ id }) => id);
  refs.email = [...emails, newcomer];
  refs.session = all.map(({ sessionId }) => sessionId);
  await addSecondFactors(making);
}

async function signUpNewcomer(shop: TestApp, email: string, { number, registered }: { number: number; registered: boolean }): Promise<string> {
  const client = createClient(shop, { address: `10.9.${(number >> 8) & 255}.${number & 255}` });
  const account = { email, name: 'Newcomer' };
  if (registered) await signUp(client, { ...account, role: 'seller' });
  else await createAccount(client, account);
  return client.cookie;
}

/** Gives everybody the newcomer's password, hashed once, and the newcomer a password reset, as the identity service writes them. Returns the reset's token. */
async function writeCredentials({ services: { db }, clock }: TestApp, emails: string[], newcomer: string): Promise<string> {
  const ends = new Date(clock.now() + HOUR_MS).toISOString();
  for (const email of emails)
    await sql`insert into identity_accounts ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
      select ${randomUUID()}, owner."id", 'credential', owner."id", account."password", owner."createdAt", owner."updatedAt"
      from identity_users as owner, identity_accounts as account inner join identity_users as newcomer on newcomer."id" = account."userId"
      where owner."email" = ${email} and newcomer."email" = ${newcomer}`.execute(db);
  const token = randomUUID();
  await sql`insert into identity_verifications ("id", "identifier", "value", "expiresAt", "createdAt", "updatedAt")
    select ${randomUUID()}, ${`reset-password:${token}`}, "id", ${ends}, "createdAt", "updatedAt" from identity_users where "email" = ${newcomer}`.execute(db);
  return token;
}

/** The buyer and, half-way, the competitor have a second factor; the competitor's code changes each half minute. */
async function addSecondFactors({ shop, people, refs, secret }: Making): Promise<void> {
  for (const { email } of [people.buyer, people.seller, people.competitor]) await verifyAddress(shop, email);
  const { secret: confirmed, recoveryCodes } = await turnOnSecondFactor(shop, people.buyer.token, PASSWORD);
  const begun = await beginSecondFactor(shop, people.competitor.token, PASSWORD);
  for (const text of [confirmed, begun]) secret('a second factor’s secret', [], text);
  refs.recoveryCode = recoveryCodes.map((code) => secret('a recovery code', [], code));
  Object.defineProperty(refs.firstCode, 0, { get: () => appCode(begun, shop.clock.now()), enumerable: true });
}
