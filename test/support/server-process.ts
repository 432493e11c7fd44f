import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryRoot } from './temporary-root.ts';

export type ServerProcess = {
  url: string;
  child: ChildProcess;
  output(): string;
  /** Asks it to stop, and waits. Returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills it without warning, like a power cut. */
  kill(): Promise<void>;
};

const ROOT = join(import.meta.dirname, '../..');

export function temporaryDirectory(): { path: string; remove(): void } {
  const path = mkdtempSync(join(temporaryRoot(), 'redial-process-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Starts the shop like its operator does, and waits until it is open; `args` are appended to the command. Rate limits and the first-purchase discount
 * are off unless the settings turn them on. Throws with its output when it exits instead.
 */
export async function startServer(settings: Record<string, string>, args: string[] = [], program?: string[]): Promise<ServerProcess> {
  const { child, output } = spawnServer({ PORT: '0', LOG_LEVEL: 'warn', RATE_LIMITS: '0', FIRST_PURCHASE_PERCENT: '0', ...settings }, args, program);
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const address = /is open at (http\S+)/u.exec(output())?.[1];
      if (address) resolve(address.replace('localhost', '127.0.0.1'));
    };
    child.stdout?.on('data', look);
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output()}`)));
  });
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  };
  return { url, child, output, stop: () => end('SIGTERM'), kill: async () => void (await end('SIGKILL')) };
}

/** Starts the shop like its operator does, without waiting for anything; `program` may be one that runs Node, with its arguments. */
export function spawnServer(
  settings: Record<string, string>,
  args: string[] = [],
  [program = process.execPath, ...before]: string[] = [],
): { child: ChildProcess; output(): string } {
  const child = spawn(program, [...before, '--disable-warning=ExperimentalWarning', 'scripts/start.mjs', ...args], {
    cwd: ROOT,
    env: environmentFor(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

/** Only the settings given here count, not this machine's environment. */
function environmentFor(settings: Record<string, string>): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    TZ: 'UTC',
    ...settings,
  };
}

/** Starts the shop where it can't start. Returns its exit code and output. */
export async function failToStart(settings: Record<string, string>, args: string[] = []): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnServer(settings, args);
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output: output() };
}

/** Whether there is such a process; a negative number is that of a group. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
