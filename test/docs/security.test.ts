import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const COUNTS = /Of (\d+) lines (\d+) are met, (\d+) in part, (\d+) not; (\d+) are the operator's, and (\d+) don't apply/u;
const STATES = ['met', 'in part', 'NOT met', 'operator', 'n/a'] as const;
const A_TEST = /`(?:test\/[^`]+|src\/[^`]+\.test\.tsx?)`/u;

test('docs/security.md has every chapter of the standard, and counts its lines correctly', () => {
  const chapters = [...text.matchAll(/^## V(\d+) /gmu)].map(([, number]) => Number(number));
  expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
  const lines = linesOf(text);
  const stated = COUNTS.exec(text.replaceAll(/\s+/gu, ' '))?.slice(1).map(Number);
  expect(stated).toEqual([lines.length, ...STATES.map((state) => lines.filter((line) => line.state === state).length)]);
});

test('docs/security.md decides every line but the specification’s own password rule, and names a test for each that is met', () => {
  const lines = linesOf(text);
  expect(lines.filter(({ state }) => state === 'in part' || state === 'NOT met').map(({ number }) => number)).toEqual(['6.2.5']);
  expect(lines.filter(({ state, how }) => state === 'met' && !A_TEST.test(how)).map(({ number }) => number)).toEqual([]);
});

type Line = { number: string; state: (typeof STATES)[number]; how: string };

/** A line is a list item that begins with its number in the standard and, unless it is met, its state. */
function linesOf(document: string): Line[] {
  return document.split(/\n(?=- |\n)/u).flatMap((item) => {
    const found = /^- \*\*(\d[\d.–]+)\*\* (?:[_*]+([\w/ ]+):[_*]+ )?(.*)$/su.exec(item);
    if (!found) return [];
    const [, number = '', state = 'met', how = ''] = found;
    return { number, state: state as Line['state'], how };
  });
}
