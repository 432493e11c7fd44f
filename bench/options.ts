import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine } from './databases/prepare.ts';

export type Options = {
  sizes: number[];
  engines: Engine[];
  /** How many processes serve; two or more only on PostgreSQL. */
  processes: number[];
  /** Only rows whose name contains one of these; all when empty. */
  only: string[];
  seconds: number;
  connections: number;
  seed: number;
  /** Measures fewer sizes and rows. */
  quick: boolean;
  json: string | null;
  /** Compare with the stored figures, or store new ones. */
  guard: 'check' | 'write' | null;
  /** Ask for this many replies, and check each. */
  replies: number | null;
  /** Where databases are stored between runs. */
  folder: string;
};

export const USAGE = `npm run bench -- [options]
  --quick             10k and 100k on SQLite, fewer rows, a second each: two minutes
  --guard             compares instructions per request with bench/guard.json, and fails past 25 %: four minutes; needs valgrind
  --guard-write       counts what bench/guard.json stores
  --replies 10M       asks for this many replies of 10k listings on SQLite, and checks every body: 40 minutes
  --sizes 10k,1M      how many listings (10k,100k,1M)
  --engines sqlite,postgres
  --processes 1,2     how many processes serve; two or more on PostgreSQL only (1)
  --only NAME         only rows whose name contains NAME; may be given several times
  --seconds N         how long each row is measured (3)
  --connections N     how many ask at once (8)
  --seed N            another shop (1)
  --json FILE         the figures, for machines
  --data FOLDER       where databases are stored between runs (${join(tmpdir(), 'redial-bench')})
`;

const UNITS: Record<string, number> = { '': 1, k: 1000, m: 1_000_000 };

export const writeSize = (size: number): string => (size % 1_000_000 === 0 ? `${size / 1_000_000}M` : size % 1000 === 0 ? `${size / 1000}k` : String(size));

/** Parses the arguments after `npm run bench --`; throws a sentence for unknown ones. */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      guard: { type: 'boolean', default: false },
      'guard-write': { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      replies: text,
      sizes: text,
      engines: text,
      processes: text,
      seconds: text,
      connections: text,
      seed: text,
      json: text,
      data: text,
    },
  });
  const { quick } = values;
  return {
    quick,
    sizes: list(values.sizes ?? (quick ? '10k,100k' : '10k,100k,1M')).map(readSize),
    engines: list(values.engines ?? (quick ? 'sqlite' : 'sqlite,postgres')).map(readEngine),
    processes: list(values.processes ?? '1').map((one) => readNumber('processes', one)),
    only: values.only,
    seconds: readNumber('seconds', values.seconds ?? (quick ? '1' : '3')),
    connections: readNumber('connections', values.connections ?? '8'),
    seed: readNumber('seed', values.seed ?? '1'),
    json: values.json ?? null,
    guard: values['guard-write'] ? 'write' : values.guard ? 'check' : null,
    replies: values.replies === undefined ? null : readSize(values.replies),
    folder: values.data ?? join(tmpdir(), 'redial-bench'),
  };
}

const list = (text: string): string[] => text.split(',').filter((part) => part !== '');

/** Parses `10k` as 10,000; throws a sentence for an invalid size. */
export function readSize(text: string): number {
  const [, amount, unit = ''] = /^(\d+)([km]?)$/iu.exec(text.trim()) ?? [];
  const size = Number(amount) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
  if (!(size > 0)) throw new Error(`${text} is no size; write 10k, 100k or 1M.`);
  return size;
}

function readEngine(text: string): Engine {
  if (text === 'sqlite' || text === 'postgres') return text;
  throw new Error(`${text} is no engine; write sqlite or postgres.`);
}

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--${name} ${text}: write a number.`);
  return number;
}
