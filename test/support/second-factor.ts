import { sql } from 'kysely';
import { codeAt, stepOf } from '#server/adapters/identity/second-factor/totp.ts';
import type { TestApp } from './app.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Verifies an address, as if the link of the email had been followed. */
export async function verifyAddress({ services, config }: Pick<TestApp, 'services' | 'config'>, email: string): Promise<void> {
  const yes = config.database.kind === 'sqlite' ? 1 : true;
  await sql`update identity_users set "emailVerified" = ${yes} where "email" = ${email}`.execute(services.db);
}

/** Turns a second factor on through the API. Returns its secret and recovery codes. */
export async function turnOnSecondFactor(shop: TestApp, token: string, password: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await beginSecondFactor(shop, token, password);
  const { status, body } = await shop.call('POST', '/secondFactor/confirm', { as: token, body: { code: appCode(secret, shop.clock.now()) } });
  if (status !== 200) throw new Error(`confirming a second factor answered ${status}: ${JSON.stringify(body)}`);
  return { secret, recoveryCodes: (body as { recoveryCodes: string[] }).recoveryCodes };
}

/** Begins to turn a second factor on through the API. Returns its secret. */
export async function beginSecondFactor(shop: TestApp, token: string, password: string): Promise<string> {
  const { status, body } = await shop.call('POST', '/secondFactor', { as: token, body: { password } });
  if (status !== 200) throw new Error(`beginning a second factor answered ${status}: ${JSON.stringify(body)}`);
  return (body as { secret: string }).secret;
}

/** The code that an authenticator app shows for this secret at a moment. */
export const appCode = (secret: string, now: number): string => codeAt(fromBase32(secret), stepOf(now));

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/gu) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
