type DatabaseEnvironment = { DATABASE_URL?: string | undefined; DATABASE_REPLICA_URL?: string | undefined; ALLOW_PLAIN_DATABASE?: boolean | undefined };

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|)$/iu;
/** The `sslmode` values with which node-postgres always encrypts. */
const ENCRYPTED = ['require', 'verify-ca', 'verify-full'];

/**
 * Errors in the databases' addresses under `NODE_ENV=production`: connections over a network must be encrypted unless the operator allows
 * otherwise.
 */
export function databaseFaults(env: DatabaseEnvironment): string[] {
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
