import { createHash, randomBytes } from 'node:crypto';
import type { SecretHashing } from '#server/adapters/identity/password-hashing.ts';
import { readRecoveryCode } from '#server/adapters/identity/second-factor/recovery-codes.ts';

/** Salted hashes that take no time, for the tests that aren't about them: a thousand of scrypt's take more than a minute of a core. */
export const QUICK_HASHES: SecretHashing = {
  hash: async (password) => hashWith(randomBytes(16).toString('hex'), password),
  verify: async ({ hash, password }) => hash === hashWith(hash.split(':')[0] ?? '', password),
  hashCode: async (code, salt) => hashWith(salt, readRecoveryCode(code) ?? ''),
};

const hashWith = (salt: string, text: string): string => `${salt}:${createHash('sha256').update(salt).update(text).digest('hex')}`;
