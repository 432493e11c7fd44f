import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findPostgres } from '#test/support/postgres-server.ts';

/** What the trial runs, and Debian's package that has it. */
const PROGRAMS = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  pgbackrest: 'pgbackrest',
  ip: 'iproute2',
} as const;

/** Patroni's packages leave out the client of the store that it shall use. */
const LIBRARIES = { '/usr/lib/python3/dist-packages/etcd': 'python3-etcd' };

/** Where programs are looked for: system programs aren't in everybody's path. */
export const PATH = [process.env.PATH, '/usr/sbin', '/sbin', '/usr/bin'].join(delimiter);

/** Debian's packages that are missing on this machine. */
export function missingPackages(): string[] {
  const programs = Object.entries(PROGRAMS).filter(([program]) => !PATH.split(delimiter).some((place) => existsSync(join(place, program))));
  const libraries = Object.entries(LIBRARIES).filter(([path]) => !existsSync(path));
  return [...(findPostgres() ? [] : ['postgresql']), ...[...programs, ...libraries].map(([, name]) => name)];
}
