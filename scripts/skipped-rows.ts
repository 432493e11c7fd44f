import { complain } from '../src/server/process/say.ts';

const MAX_NAMED = 100;

/** Names the rows that an import skips, up to a hundred of them. An import that skipped any ends with 1. */
export function createSkippedRows() {
  let count = 0;
  return {
    add(where: string, why: string): void {
      count += 1;
      if (count <= MAX_NAMED) complain(`Skipped ${where}: ${why}`);
    },
    end(): void {
      if (count > MAX_NAMED) complain(`… and ${count - MAX_NAMED} more.`);
      if (count > 0) process.exitCode = 1;
    },
  };
}
