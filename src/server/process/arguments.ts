import { parseArgs } from 'node:util';
import { OperatorFault } from '../errors.ts';

export type Arguments = {
  /** Serve the sources through the development server. */
  dev: boolean;
  /** Only load the code, to fill the compile cache. */
  prepare: boolean;
  /** How many processes share the port; null: this one alone. */
  processes: number | null;
};

const MOST_PROCESSES = 64;

/** Parses the command-line arguments; throws a sentence for invalid ones. */
export function readArguments(written: string[]): Arguments {
  const { dev = false, prepare = false, processes } = parse(written);
  const count = readCount(processes);
  if (dev && count !== null) throw new OperatorFault('--processes and --dev don’t go together: the development server runs as one process.');
  return { dev, prepare, processes: count };
}

function parse(written: string[]) {
  try {
    return parseArgs({ args: written, options: { dev: { type: 'boolean' }, prepare: { type: 'boolean' }, processes: { type: 'string' } } }).values;
  } catch (error) {
    throw new OperatorFault(error instanceof Error ? `${error.message.split('. ')[0]}. The options are --processes N and --dev.` : String(error));
  }
}

function readCount(written: string | undefined): number | null {
  if (written === undefined) return null;
  const count = Number(written);
  if (/^\d+$/u.test(written) && count >= 1 && count <= MOST_PROCESSES) return count;
  throw new OperatorFault(`--processes: set a whole number from 1 to ${MOST_PROCESSES}, such as --processes 4.`);
}
