import { writeSync } from 'node:fs';

/** How much of the log waits for a slow reader of a pipe; more is dropped, in bytes. */
const MOST_WAITING = 256_000;
const RETRY_MS = 20;

/**
 * Writes lines to standard output. What can't be written, as while the disk is full, is dropped: a shop without a log is better than none. The
 * logger's own output ends the process then.
 */
export function openLogOutput(file = 1): { write(line: string): void } {
  let waiting = Buffer.alloc(0);
  let isWaiting = false;

  const writeWaiting = (): void => {
    try {
      while (waiting.length > 0) waiting = waiting.subarray(writeSync(file, waiting));
    } catch (error) {
      const isSlow = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (!isSlow || waiting.length > MOST_WAITING) waiting = Buffer.alloc(0);
      else if (!isWaiting) {
        isWaiting = true;
        setTimeout(() => {
          isWaiting = false;
          writeWaiting();
        }, RETRY_MS);
      }
    }
  };

  return {
    write(line) {
      waiting = Buffer.concat([waiting, Buffer.from(line)]);
      writeWaiting();
    },
  };
}
