import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A process's memory in megabytes: its own (`anonymous`), and file pages, which the system can reclaim. */
export type Memory = { resident: number; anonymous: number; file: number };

const MICROS_A_TICK = 10_000;

const onLinux = process.platform === 'linux';

/** A process with all its descendants, on Linux; elsewhere the process alone. */
export function familyOf(pid: number): number[] {
  if (!onLinux) return [pid];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(familyOf)];
}

/** The total memory of several processes, counting files they share once for each; null except on Linux. */
export function memoryOf(pids: number[]): Memory | null {
  if (!onLinux) return null;
  const each = pids.map(memoryOfOne);
  const sum = (of: keyof Memory): number => each.reduce((total, memory) => total + memory[of], 0);
  return { resident: sum('resident'), anonymous: sum('anonymous'), file: sum('file') };
}

function memoryOfOne(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string): number => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'mu').exec(status)?.[1] ?? 0) / 1000);
  return { resident: of('VmRSS'), anonymous: of('RssAnon'), file: of('RssFile') };
}

/** The CPU time of processes on all their threads, in microseconds with a resolution of 10 ms; null except on Linux. */
export const processorMicrosOf = (pids: number[]): number | null => (onLinux ? pids.reduce((total, pid) => total + processorMicrosOfOne(pid), 0) : null);

function processorMicrosOfOne(pid: number): number {
  // The program's name is in parentheses and may contain spaces.
  const [, user, system] = /\) \S+(?: \S+){10} (\d+) (\d+) /u.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return (Number(user) + Number(system)) * MICROS_A_TICK;
}

/** How long all threads that run now have run, in microseconds with the best resolution there is; null except on Linux. */
export function threadMicrosOf(pids: number[]): number | null {
  if (!existsSync('/proc/self/schedstat')) return processorMicrosOf(pids);
  const files = pids.flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`));
  return files.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ')[0]) / 1000, 0);
}
