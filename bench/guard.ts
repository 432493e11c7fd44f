import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '#server/process/say.ts';
import { type Compared, compare, type Figures } from './guard/compare.ts';
import { createCounter } from './guard/counted.ts';
import { measureRows } from './guard/measure.ts';
import { startLimit } from './limit.ts';
import type { Options } from './options.ts';
import { ROWS, type Row } from './rows.ts';

const FILE = join(import.meta.dirname, 'guard.json');

/** Of the small table; logging in only waits for passwords to be hashed. */
const isGuarded = ({ name, quick }: Row): boolean => quick === true && name !== 'sign-in';

/**
 * Compares how many instructions a request takes, as a share of the constant server's, with the figures stored in the repository, or (`write`) stores
 * new ones. Returns whether no row has become slower and every checked reply was right.
 */
export async function guard(mode: 'check' | 'write', options: Pick<Options, 'seed' | 'folder' | 'only'>): Promise<boolean> {
  const rows = ROWS.filter((row) => isGuarded(row) && (options.only.length === 0 || options.only.some((part) => row.name.includes(part))));
  const counter = await createCounter();
  const limit = await startLimit(counter.program);
  try {
    const stored = JSON.parse(readFileSync(FILE, 'utf8')) as Figures;
    const slower: string[] = [];
    const { figures, wrong } = await measureRows(rows, {
      ...{ options, limit, counter },
      isSlower: (name, share) => compare(name, share, stored).isSlower,
      onFigure(name, share) {
        const compared = compare(name, share, stored);
        if (compared.isSlower) slower.push(name);
        say(lineOf(compared));
      },
    });
    for (const line of wrong) say(line);
    if (mode === 'write') writeFileSync(FILE, `${JSON.stringify({ ...stored, ...rounded(figures) }, null, 2)}\n`);
    return wrong.length === 0 && (mode === 'write' || slower.length === 0);
  } finally {
    await limit.stop();
    counter.remove();
  }
}

function rounded(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([row, ratio]) => [row, Number(ratio.toPrecision(3))]));
}

function lineOf({ name, now, before, isSlower }: Compared): string {
  const change = before === 0 ? 'new' : `${now >= before ? '' : '-'}${Math.abs((now / before - 1) * 100).toFixed(0)} %`;
  return `  ${isSlower ? 'slower' : 'ok    '}  ${name.padEnd(32)}  ${now.toPrecision(3)} of the constant by instructions, stored ${before.toPrecision(3)} (${change})`;
}
