import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocumented, readVariables } from './documented.ts';
import { startDaemon } from './machines/daemons.ts';
import type { Site } from './machines/machine.ts';

/** Where HAProxy and PgBouncer listen. */
const LOOPBACK = '127.0.0.1';

export type Front = {
  /** The address that people call: HAProxy, in front of both shops. */
  url: string;
  /** The shops' settings about the database. */
  settings: Record<string, string>;
  /** The ports of the two shops behind it. */
  ports: [number, number];
};

/** Says where everything in front of the databases listens. */
export function planFront({ network }: Site, ports: [number, number]): Front {
  const host = network.isReal ? LOOPBACK : `${network.prefix}1`;
  return { url: `http://${host}:8080`, settings: readVariables(readDocumented('.env', { [LOOPBACK]: host })), ports };
}

/** Starts HAProxy and PgBouncer. */
export function startProxies(site: Site, { url, ports }: Front): void {
  const directory = join(site.directory, 'front');
  mkdirSync(directory);
  const { hostname } = new URL(url);
  const userlist = join(directory, 'userlist.txt');
  const files = {
    'haproxy.cfg': readDocumented('/etc/haproxy/haproxy.cfg', {
      '10.0.0.11:3000': `${LOOPBACK}:${ports[0]}`,
      '10.0.0.12:3000': `${LOOPBACK}:${ports[1]}`,
      'bind :8080': `bind ${hostname}:8080`,
      'bind 127.0.0.1': `bind ${hostname}`,
      '10.0.0.': site.network.prefix,
    }),
    'pgbouncer.ini': readDocumented('/etc/pgbouncer/pgbouncer.ini', { [LOOPBACK]: hostname, '/etc/pgbouncer/userlist.txt': userlist }),
    'userlist.txt': readDocumented('/etc/pgbouncer/userlist.txt'),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  if (site.owner) for (const path of [directory, ...Object.keys(files).map((name) => join(directory, name))]) chownSync(path, site.owner.uid, site.owner.gid);
  for (const command of [
    ['haproxy', '-db', '-f', join(directory, 'haproxy.cfg')],
    ['pgbouncer', join(directory, 'pgbouncer.ini')],
  ])
    startDaemon(command[0] ?? '', command, { log: join(site.directory, 'logs', `${command[0]}.log`), cwd: directory, as: site.owner });
}
