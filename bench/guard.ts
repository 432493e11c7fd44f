import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '#server/process/say.ts';
import { type Compared, compare, type Figures } from './guard/compare.ts';
import { createCounter } from './guard/counted.ts';
import { type Measured, type Measuring, measureRows } from './guard/measure.ts';
import { isUncached } from './measure-rows.ts';
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
  try {
    const stored = JSON.parse(readFileSync(FILE, 'utf8')) as Figures;
    const slower: string[] = [];
    const measuring: Measuring = {
      ...{ options, counter },
      isSlower: (name, share) => compare(name, share, stored).isSlower,
      onFigure(name, share) {
        const compared = compare(name, share, stored);
        if (compared.isSlower) slower.push(name);
        say(lineOf(compared));
      },
    };
    // At once: valgrind runs all threads of a process one at a time.
    const halves = [rows.filter(isUncached), rows.filter((row) => !isUncached(row))].filter((half) => half.length > 0);
    const ended = await Promise.allSettled(halves.map((half) => measureRows(half, measuring)));
    const measured = ended.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    const wrong = measured.flatMap((half) => half.wrong);
    for (const line of wrong) say(line);
    if (mode === 'write') writeFileSync(FILE, `${JSON.stringify({ ...stored, ...rounded(measured) }, null, 2)}\n`);
    return wrong.length === 0 && (mode === 'write' || slower.length === 0);
  } finally {
    counter.remove();
  }
}

function rounded(measured: Measured[]): Figures {
  return Object.fromEntries(measured.flatMap(({ figures }) => Object.entries(figures)).map(([row, ratio]) => [row, Number(ratio.toPrecision(3))]));
}

function lineOf({ name, now, before, isSlower }: Compared): string {
  const change = before === 0 ? 'new' : `${now >= before ? '' : '-'}${Math.abs((now / before - 1) * 100).toFixed(0)} %`;
  return `  ${isSlower ? 'slower' : 'ok    '}  ${name.padEnd(32)}  ${now.toPrecision(3)} of the constant by instructions, stored ${before.toPrecision(3)} (${change})`;
}
