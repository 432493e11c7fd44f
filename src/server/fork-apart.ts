import { type ChildProcess, fork } from 'node:child_process';

/** Starts a process for work on what strangers sent: without the shop's secrets, with limited memory, and taking nothing else down when it crashes. */
export function forkApart(script: URL, maxMemoryMb: number): ChildProcess {
  return fork(script, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${maxMemoryMb}`],
  });
}
