import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STATEMENTS } from './statements.ts';

function testedIds(): string[] {
  return readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^\s*statement\('([^']+)'/gmu)])
    .map(([, id]) => id ?? '');
}

test('Every statement of the list has one test', () => {
  expect(testedIds().toSorted()).toEqual(Object.keys(STATEMENTS).toSorted());
});
