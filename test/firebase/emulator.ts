import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '#test/support/free-port.ts';

const TOOLS = join(import.meta.dirname, 'tools');
const PROGRAM = join(TOOLS, 'node_modules/firebase-tools/lib/bin/firebase.js');
/** `demo-…`: the tools then speak to nothing of Google's. */
export const PROJECT = 'demo-redial';
const START_MS = 120_000;
const LOOK_MS = 500;

export type Emulator = { host: string; stop(): Promise<void> };

/** Installs Firebase's tools where they are missing; the lockfile beside them says which. */
export async function installTools(): Promise<void> {
  if (existsSync(PROGRAM)) return;
  const child = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: TOOLS, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`npm ci in ${TOOLS} ended with ${code}`);
}

/** Runs the Auth emulator alone, on ports that were free. */
export async function startEmulator(): Promise<Emulator> {
  const directory = mkdtempSync(join(tmpdir(), 'redial-firebase-'));
  const [auth, hub, logging] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const at = (port: number) => ({ host: '127.0.0.1', port });
  writeFileSync(
    join(directory, 'firebase.json'),
    JSON.stringify({ emulators: { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false } } }),
  );
  const child = spawn(process.execPath, [PROGRAM, 'emulators:start', '--only', 'auth', '--project', PROJECT], {
    cwd: directory,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CI: '1' },
  });
  const ended = once(child, 'exit');
  const host = `127.0.0.1:${auth}`;
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  for (let waited = 0; !(await isReady(host)); waited += LOOK_MS) {
    if (child.exitCode !== null || waited > START_MS) {
      await stop();
      throw new Error('the Auth emulator did not start');
    }
    await wait(LOOK_MS);
  }
  return { host, stop };
}

async function isReady(host: string): Promise<boolean> {
  const response = await fetch(`http://${host}/`).catch(() => null);
  return response?.ok ?? false;
}
