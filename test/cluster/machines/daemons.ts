import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { PATH } from '../programs.ts';

/** A program that runs until it is stopped. */
export type Daemon = {
  name: string;
  pid: number;
  isRunning(): boolean;
  /** Sends a signal, and waits until it has ended; kills it if that takes too long. */
  end(signal?: NodeJS.Signals): Promise<void>;
};

export type DaemonOptions = {
  log: string;
  cwd: string;
  env?: Record<string, string>;
  /** The process whose network it shares; otherwise this one's. */
  network?: number | null;
  /** Whose process it is, where this one is root's. */
  as?: Owner | null;
};

export type Owner = { uid: number; gid: number };

const END_MS = 15_000;
const started = new Set<Daemon>();

/** Starts a program. Its output goes to a file. */
export function startDaemon(name: string, command: string[], { log, cwd, env = {}, network = null, as = null }: DaemonOptions): Daemon {
  const [program = '', ...args] = entering(command, { network, as });
  const child = spawn(program, args, { cwd, env: { PATH, LANG: 'C.UTF-8', TZ: 'UTC', ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const file = createWriteStream(log, { flags: 'a' });
  // A full disk must not end the trial that filled it.
  file.on('error', () => {});
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => file.write(chunk));
  child.on('error', (error) => file.write(`${error.message}\n`));
  const daemon: Daemon = { name, pid: child.pid ?? 0, isRunning: () => isRunning(child), end: (signal = 'SIGTERM') => end(child, signal) };
  started.add(daemon);
  child.on('exit', () => {
    started.delete(daemon);
    file.end();
  });
  return daemon;
}

/** A command that is run in another network, as another user. */
export function entering(command: string[], { network = null, as = null }: Pick<DaemonOptions, 'network' | 'as'>): string[] {
  const user = as ? ['-S', String(as.uid), '-G', String(as.gid)] : [];
  // Without a namespace to enter, nsenter only changes the user.
  if (network === null && as === null) return command;
  return ['nsenter', ...(network === null ? [] : [`--net=/proc/${network}/ns/net`]), ...user, '--', ...command];
}

/** Ends whatever is still running, the latest first. */
export async function endAllDaemons(): Promise<void> {
  for (const daemon of [...started].reverse()) await daemon.end();
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await ended;
  clearTimeout(late);
}

/** The processes that descend from this one, by what the system says of all. */
export function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number[]>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/u.test(name))) {
    const parent = parentOf(entry);
    if (parent !== null) parents.set(parent, [...(parents.get(parent) ?? []), Number(entry)]);
  }
  const found: number[] = [];
  const look = (one: number): void => {
    for (const child of parents.get(one) ?? []) {
      found.push(child);
      look(child);
    }
  };
  look(pid);
  return found;
}

function parentOf(pid: string): number | null {
  try {
    // After the name, which is in parentheses and may contain anything: state, parent.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields[0] === 'Z' ? null : Number(fields[1]);
  } catch {
    return null;
  }
}

/** Sends a signal to processes that may have ended. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}

/** Waits until this is so, looking a few times a second. Throws with what it waited for. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  { withinMs, everyMs = 250 }: { withinMs: number; everyMs?: number },
): Promise<void> {
  for (const end = performance.now() + withinMs; performance.now() < end; await wait(everyMs)) if (await isSo()) return;
  throw new Error(`waited ${Math.round(withinMs / 1000)} s for ${what}`);
}
