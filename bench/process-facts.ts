import { readFileSync } from 'node:fs';

/** What a process has in memory, in megabytes: its own (`anonymous`), and parts of files, which the system takes back when it needs room. */
export type Memory = { resident: number; anonymous: number; file: number };

const MICROS_A_TICK = 10_000;

const onLinux = process.platform === 'linux';

/** As Linux tells; null elsewhere. */
export const memoryOf = (pid: number): Memory | null => {
  if (!onLinux) return null;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string): number => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'mu').exec(status)?.[1] ?? 0) / 1000);
  return { resident: of('VmRSS'), anonymous: of('RssAnon'), file: of('RssFile') };
};

/** How many microseconds of processor time a process has had on all its threads, as Linux tells, to a hundredth of a second; null elsewhere. */
export const processorMicrosOf = (pid: number): number | null => {
  if (!onLinux) return null;
  // The program's name stands in brackets, and may hold spaces.
  const [, user, system] = /\) \S+(?: \S+){10} (\d+) (\d+) /u.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return (Number(user) + Number(system)) * MICROS_A_TICK;
};
