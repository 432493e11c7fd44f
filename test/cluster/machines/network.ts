import { execFileSync } from 'node:child_process';
import { type Daemon, startDaemon } from './daemons.ts';

/** The addresses of the handbook, of a network that exists only within this process's own. */
const OWN = '10.0.0.';
/** Without one: all of these lead to this machine itself. */
const LOOPBACK = '127.77.0.';

export const NAMES = ['db1', 'db2', 'db3'] as const;
export type Name = (typeof NAMES)[number];

export type Network = {
  /** What the handbook's addresses begin with here. */
  prefix: string;
  /** Whether each machine has a network of its own, which can be cut. */
  isReal: boolean;
  addressOf(name: Name): string;
  /** The process whose network a machine's programs share; null where there is but one. */
  holderOf(name: Name): number | null;
  /** Cuts a machine off, as if its cable was pulled: nothing is refused, nothing arrives. */
  cut(name: Name): void;
  heal(name: Name): void;
};

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Gives each machine a network of its own, all joined by a bridge. They vanish with the processes that hold them. */
export function buildNetwork({ directory }: { directory: string }): Network {
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'shop', 'type', 'bridge');
  ip('addr', 'add', `${OWN}1/24`, 'dev', 'shop');
  ip('link', 'set', 'shop', 'up');
  const holders = new Map(NAMES.map((name) => [name, join(name, directory)]));
  return {
    prefix: OWN,
    isReal: true,
    addressOf: (name) => addressIn(OWN, name),
    holderOf: (name) => holders.get(name)?.pid ?? null,
    cut: (name) => ip('link', 'set', `to-${name}`, 'down'),
    heal: (name) => ip('link', 'set', `to-${name}`, 'up'),
  };
}

function join(name: Name, directory: string): Daemon {
  const holder = startDaemon(`${name}'s network`, ['unshare', '--net', 'sleep', 'infinity'], { log: `${directory}/network.log`, cwd: directory });
  const inside = ['nsenter', `--net=/proc/${holder.pid}/ns/net`, 'ip'] as const;
  const run = (...args: string[]) => execFileSync(inside[0], [...inside.slice(1), ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  untilSeparate(holder.pid);
  ip('link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(holder.pid));
  ip('link', 'set', `to-${name}`, 'master', 'shop', 'up');
  run('link', 'set', 'lo', 'up');
  run('addr', 'add', `${addressIn(OWN, name)}/24`, 'dev', 'eth0');
  run('link', 'set', 'eth0', 'up');
  return holder;
}

const LOOKS = 100;

/** Waits until a process has left this one's network. */
function untilSeparate(pid: number): void {
  const networkOf = (one: string) => execFileSync('readlink', [`/proc/${one}/ns/net`], { encoding: 'utf8' });
  const ours = networkOf('self');
  for (let looks = 0; looks < LOOKS; looks += 1) {
    if (networkOf(String(pid)) !== ours) return;
    execFileSync('sleep', ['0.05']);
  }
  throw new Error('a network of its own could not be made');
}

/** One network for all, where nobody may make others. `stop` and `go` freeze a machine's programs and let them go on: nothing arrives there, either. */
export function shareNetwork({ stop, go }: { stop(name: Name): void; go(name: Name): void }): Network {
  return { prefix: LOOPBACK, isReal: false, addressOf: (name) => addressIn(LOOPBACK, name), holderOf: () => null, cut: stop, heal: go };
}

const addressIn = (prefix: string, name: Name): string => `${prefix}${11 + NAMES.indexOf(name)}`;
