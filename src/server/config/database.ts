import { join } from 'node:path';
import { z } from 'zod';
import type { DatabaseConfig } from '../db/database.ts';
import { flag } from './fields.ts';

const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\//u.test(url) && URL.canParse(url);

export const databaseSettings = {
  DATABASE_URL: z.string().refine(isPostgresUrl, 'DATABASE_URL: set postgres://user:password@host:port/name, or leave it out for SQLite.').optional(),
  DATABASE_REPLICA_URL: z.string().refine(isPostgresUrl, 'DATABASE_REPLICA_URL: set postgres://user:password@host:port/name, or leave it out.').optional(),
  DATABASE_POOL: z.coerce
    .number('DATABASE_POOL: set a number of connections.')
    .int('DATABASE_POOL: set a whole number of connections.')
    .min(1, 'DATABASE_POOL: set 1 or more.')
    .max(500, 'DATABASE_POOL: set 500 or less.')
    .default(10),
  DATABASE_PREPARE: flag('DATABASE_PREPARE'),
  ALLOW_PLAIN_DATABASE: flag('ALLOW_PLAIN_DATABASE'),
};

type Environment = z.output<z.ZodObject<typeof databaseSettings>>;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|)$/iu;
/** The `sslmode` values with which node-postgres always encrypts. */
const ENCRYPTED = ['require', 'verify-ca', 'verify-full'];

/**
 * Errors in the databases' addresses under `NODE_ENV=production`: connections over a network must be encrypted unless the operator allows
 * otherwise.
 */
export function databaseFaults(env: Pick<Environment, 'DATABASE_URL' | 'DATABASE_REPLICA_URL' | 'ALLOW_PLAIN_DATABASE'>): string[] {
  if (env.ALLOW_PLAIN_DATABASE) return [];
  return (['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const)
    .filter((name) => env[name] !== undefined && !isEncrypted(env[name]))
    .map(
      (name) =>
        `${name}: the connection to this database isn’t encrypted; add ?sslmode=verify-full, or set ALLOW_PLAIN_DATABASE=true if the network in between is your own.`,
    );
}

function isEncrypted(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  const socket = searchParams.get('host');
  if (socket?.startsWith('/')) return true;
  return LOOPBACK.test(socket ?? hostname) || ENCRYPTED.includes(searchParams.get('sslmode') ?? '');
}

/** SQLite in the data directory, unless there is an address of PostgreSQL. */
export function databaseOf(env: Environment, dataDir: string): DatabaseConfig {
  return env.DATABASE_URL === undefined
    ? { kind: 'sqlite', file: join(dataDir, 'redial.db') }
    : {
        kind: 'postgres',
        url: env.DATABASE_URL,
        pool: env.DATABASE_POOL,
        replicaUrl: env.DATABASE_REPLICA_URL ?? null,
        isPrepared: env.DATABASE_PREPARE ?? true,
      };
}
