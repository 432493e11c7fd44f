import { randomInt, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** Crockford's: no two of them look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const COUNT = 10;
const LENGTH = 10;
const COST: ScryptOptions = { N: 16_384, r: 8, p: 1 };

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** Ten codes of 50 random bits each, as people read them. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: COUNT }, makeOne);

function makeOne(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** What is kept of a code, as slow to make as that of a password: so few bits could be guessed otherwise by whoever has the database. */
export async function hashRecoveryCode(code: string, salt: string): Promise<string> {
  return (await derive(readRecoveryCode(code) ?? '', salt, 32, COST)).toString('hex');
}

/** A code as it was made, however it was typed; null for what can't be one. */
export function readRecoveryCode(typed: string): string | null {
  const letters = typed.toLowerCase().replaceAll(/[\s-]/gu, '').replaceAll('o', '0').replaceAll(/[il]/gu, '1');
  return letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter)) ? letters : null;
}
