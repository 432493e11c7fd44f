import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildIfStale } from '../../scripts/build.mjs';
import { findChromium } from '../support/chromium.ts';
import { installTools, startEmulator } from './emulator.ts';

// The identity suite and a journey against Firebase's official Auth emulator: a job of its own, because of the emulator's size.

const chromium = findChromium();
if (!chromium && process.env.REQUIRE_BROWSER === '1') throw new Error('this machine has no Chromium, and REQUIRE_BROWSER=1 asks for it');
await Promise.all([installTools(), buildIfStale()]);
const emulator = await startEmulator();
const child = spawn('vitest', ['run', '--config', 'test/firebase/vitest.config.ts', ...(chromium ? [] : ['--exclude', '**/journey.emulated.ts'])], {
  stdio: 'inherit',
  env: { ...process.env, AUTH_EMULATOR: emulator.host, ...(chromium && { CHROMIUM_PATH: chromium }) },
});
const [code] = (await once(child, 'exit')) as [number | null];
await emulator.stop();
if (!chromium) process.stdout.write('Left out: the journey in a browser, because this machine has no Chromium.\n');
process.exit(code ?? 1);
