import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENT = 'docs/security.md';
const text = readFileSync(join(ROOT, DOCUMENT), 'utf8');

test('every file that docs/security.md names is there, and every page that it leads to', () => {
  const named = [...text.matchAll(/`((?:src|test|docs|scripts)\/[^`\s]+)`/gu)].map(([, path = '']) => path);
  const linked = [...text.matchAll(/\]\(([^)#:]+)\)/gu)].map(([, path = '']) => join(dirname(DOCUMENT), path));
  expect(named.length).toBeGreaterThan(100);
  expect([...named, ...linked].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('it has every chapter, and counts its lines as they are', () => {
  const chapters = [...text.matchAll(/^## V(\d+) /gmu)].map(([, number]) => Number(number));
  expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
  const count = (state: string): number =>
    text.split('\n').filter((line) => line.startsWith('| ') && line.split(' | ')[2]?.replaceAll(/[*_ ]/gu, '') === state).length;
  const input = /Of (\d+) lines (\d+) are met, (\d+) in part, (\d+) are not; (\d+) are the operator's, and (\d+) don't apply/u.exec(text)?.slice(1).map(Number);
  const counts = ['met', 'inpart', 'NOTmet', 'operator', '–'].map(count);
  expect(input).toEqual([counts.reduce((sum, one) => sum + one, 0), ...counts]);
});

test('every line is decided, but for the specification’s own password rule, and what is met names what shows it', () => {
  const rows = text
    .split('\n')
    .filter((line) => /^\| \d/u.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll('|', '').trim()));
  expect(rows.filter(([, , state]) => /in part|NOT met/u.test(state ?? '')).map(([number]) => number)).toEqual(['6.2.5']);
  const shown = /`(?:test\/[^`]+|src\/[^`]+\.test\.tsx?)`/u;
  expect(rows.filter(([, , state, how]) => state === 'met' && !shown.test(how ?? '')).map(([number]) => number)).toEqual([]);
});
