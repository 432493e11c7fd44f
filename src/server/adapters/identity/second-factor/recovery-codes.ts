import { randomInt, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** Crockford's alphabet: no two characters look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const COUNT = 10;
const LENGTH = 10;
const COST: ScryptOptions = { N: 16_384, r: 8, p: 1 };

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** Generates ten codes of 50 random bits each, formatted for reading. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: COUNT }, makeOne);

function makeOne(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** Hashes a code as slowly as a password: 50 bits could otherwise be brute-forced by someone who has the database. */
export async function hashRecoveryCode(code: string, salt: string): Promise<string> {
  return (await derive(readRecoveryCode(code) ?? '', salt, 32, COST)).toString('hex');
}

/** Normalizes a typed code; null when it can't be one. */
export function readRecoveryCode(typed: string): string | null {
  const letters = typed.toLowerCase().replaceAll(/[\s-]/gu, '').replaceAll('o', '0').replaceAll(/[il]/gu, '1');
  return letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter)) ? letters : null;
}
