import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '#server/process/say.ts';
import { type Compared, compare, type Figures } from './guard/compare.ts';
import { CONTROL, measureSteadily } from './guard/steady.ts';
import type { Limit } from './limit.ts';
import { isUncached } from './measure-rows.ts';
import type { Options } from './options.ts';
import type { Row } from './rows.ts';

const FILE = join(import.meta.dirname, 'guard.json');
/** How often all are measured to be stored, and at most those that seem slower to be compared: shares differ by a fifth from time to time. */
const TIMES = { write: 3, check: 5 };

type Given = { options: Options; limit: Limit; rows: Row[] };

/**
 * Compares processor time per request with the figures stored in the repository, or (`write`) stores new ones, each the lowest of several. Rows that
 * seem slower are measured again; the best try counts. Writes wait for the disk, so only reads are compared. Returns whether none has become slower.
 */
export async function guard(mode: 'check' | 'write', given: Given): Promise<boolean> {
  const best: Figures = {};
  const choose = mode === 'write' ? Math.min : Math.max;
  const wrong: string[] = [];
  let waited = Number.POSITIVE_INFINITY;
  const measure = async (rows: Row[]): Promise<void> => {
    const measured = await measureSteadily(rows, given);
    for (const [name, ratio] of measured.ratios) best[name] = choose(best[name] ?? ratio, ratio);
    wrong.push(...measured.wrong);
    waited = Math.min(waited, measured.times.waited / measured.times.ran);
  };
  const times = mode === 'write' ? TIMES.write : 1;
  for (let time = 0; time < times; time += 1) await measure(given.rows);
  if (mode === 'write') writeFileSync(FILE, `${JSON.stringify(rounded(best), null, 2)}\n`);
  const passes = mode === 'write' || (await passesInTries(given.rows, { best, measure }));
  for (const line of wrong) say(line);
  say(`  the servers waited for a processor ${waited.toFixed(2)} times as long as they had one: past 0.5 the machine does other work`);
  return passes && wrong.length === 0;
}

async function passesInTries(all: Row[], { best, measure }: { best: Figures; measure(rows: Row[]): Promise<void> }): Promise<boolean> {
  const stored = JSON.parse(readFileSync(FILE, 'utf8')) as Figures;
  const names = (rows: Row[]) => rows.map(({ name }) => name);
  const groups = { uncached: names(all.filter(isUncached)), cached: names(all.filter((row) => !isUncached(row))) };
  let compared = compare(groups, best, stored);
  for (let tries = 1; tries < TIMES.check; tries += 1) {
    const slower = new Set(compared.rows.filter(({ isSlower }) => isSlower).map(({ name }) => name));
    if (slower.size === 0 && !compared.isSlowerThroughout) break;
    await measure(compared.isSlowerThroughout ? all : all.filter(({ name }) => slower.has(name)));
    compared = compare(groups, best, stored);
  }
  for (const row of compared.rows) say(lineOf(row));
  say(
    `  ${compared.isSlowerThroughout ? 'slower' : 'ok    '}  uncached rows have ${compared.machine.toPrecision(3)} of their stored shares in the median, by which theirs were divided`,
  );
  say(`  the constant beside itself: ${best[CONTROL]?.toPrecision(3)}`);
  return !compared.isSlowerThroughout && compared.rows.every(({ isSlower }) => !isSlower);
}

function rounded(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([row, ratio]) => [row, Number(ratio.toPrecision(3))]));
}

function lineOf({ name, now, before, isSlower }: Compared): string {
  const change = before === 0 ? 'new' : `${now >= before ? '' : '-'}${Math.abs((now / before - 1) * 100).toFixed(0)} %`;
  return `  ${isSlower ? 'slower' : 'ok    '}  ${name.padEnd(32)}  ${now.toPrecision(3)} of the constant by processor time, expected ${before.toPrecision(3)} (${change})`;
}
