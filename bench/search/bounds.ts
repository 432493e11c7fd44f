import { memoryOf } from '../process-facts.ts';

/** What a program may take at most. */
export type Bounds = { minutes: number; gigabytes: number };

const MINUTE_MS = 60_000;

/** Watches the time since the program began, and its own memory. */
export function createWatch({ minutes, gigabytes }: Bounds) {
  let mostMegabytes = 0;
  return {
    /** Throws a sentence once a bound is exceeded. */
    require(): void {
      const megabytes = ownMegabytes();
      mostMegabytes = Math.max(mostMegabytes, megabytes);
      if (megabytes > gigabytes * 1000) throw new Error(`this takes more than ${gigabytes} GB`);
      if (performance.now() > minutes * MINUTE_MS) throw new Error(`this takes longer than ${minutes} minutes`);
    },
    /** The most memory seen. */
    most: (): number => mostMegabytes,
  };
}

/** This process's own memory; elsewhere than on Linux, with the file pages it has mapped. */
export const ownMegabytes = (): number => memoryOf([process.pid])?.anonymous ?? process.memoryUsage.rss() / 1e6;
