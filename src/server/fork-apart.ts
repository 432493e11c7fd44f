import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';

/** How much nicer than the shop: leaves it about a quarter of a core that the shop also needs. */
const NICER = 5;

/**
 * Starts a process for work on what strangers sent: after the shop's own, without its secrets, with limited memory, and taking nothing else down when it
 * crashes. Throws when the machine can't start one.
 */
export async function forkApart(script: URL, maxMemoryMb: number): Promise<ChildProcess> {
  const child = fork(script, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${maxMemoryMb}`],
  });
  if (child.pid !== undefined) setPriority(child.pid, Math.min(getPriority() + NICER, constants.priority.PRIORITY_LOW));
  await once(child, 'spawn');
  return child;
}
