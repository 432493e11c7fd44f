import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScratchCopy, filesWithErrors, type Outcome, type ScratchCopy } from './scratch-copy.ts';

const MIGRATIONS = 'src/server/db/migrations';
const TIMEOUT_MS = 600_000;

/** Files that the recipe changes or adds. */
const changed = new Set<string>();
let copy: ScratchCopy;
const pathOf = (path: string): string => join(copy.directory, path);

beforeAll(() => {
  copy = createScratchCopy();
  cpSync(pathOf('test/docs/listing-field-recipe.checks.ts'), pathOf('test/docs/accessories.test.ts'));
});
afterAll(() => copy.remove());

function write(path: string, text: string): void {
  changed.add(path);
  writeFileSync(pathOf(path), text);
}

/** Adds lines after each last line that matches. */
function addAfter(path: string, ...lines: [after: RegExp, line: string][]): void {
  const text = readFileSync(pathOf(path), 'utf8').split('\n');
  for (const [after, line] of lines) {
    const at = text.findLastIndex((one) => after.test(one));
    if (at < 0) throw new Error(`${path} has no line like ${after}`);
    text.splice(at + 1, 0, line);
  }
  write(path, text.join('\n'));
}

const compile = async (): Promise<string[]> => filesWithErrors(await copy.compile());

const runTests = (...files: string[]): Promise<Outcome> => copy.run('vitest', ['run', '--reporter=verbose', ...files]);

const LISTING_FILE = 'src/server/features/listings/listings.test.ts';
const LISTING_A_PHONE = [LISTING_FILE, '-t', 'Listing a phone'];

test(
  'A required listing field takes six files, each found by the compiler or a failing test, and then works everywhere',
  async () => {
    addAfter('src/contract/listing-fields.ts', [
      /^ {2}storage: /u,
      "  accessories: { label: 'Accessories', kind: 'text', max: 200, step: 'condition', shown: ['page', 'comparison'], scanned: true, erased: 'always' },",
    ]);
    expect(await compile()).toEqual(['src/server/db/seed/listing-rows.ts', 'src/server/features/selling/imports/template.ts', 'src/web/listing-facts.ts']);

    addAfter('src/web/listing-facts.ts', [/^ {2}storage: /u, "  accessories: ['Accessories', 'page', 'comparison'],"]);
    addAfter('src/server/features/selling/imports/template.ts', [/^ {2}storage: /u, "  accessories: 'Charger and cable',"]);
    addAfter('src/server/db/seed/listing-rows.ts', [/^ {4}description: /u, "    accessories: 'None',"]);
    expect((await runTests(...LISTING_A_PHONE)).output).toContain('FAIL');

    const number = String(Math.max(...readdirSync(pathOf(MIGRATIONS)).map((name) => Number.parseInt(name, 10))) + 1).padStart(3, '0');
    write(`${MIGRATIONS}/${number}-accessories.ts`, 'export const accessories = ["alter table listings add column accessories text not null default \'\'"];\n');
    addAfter(
      'src/server/db/migrations.ts',
      [/^import .* from '\.\/migrations\//u, `import { accessories } from './migrations/${number}-accessories.ts';`],
      [/^ {4}'\d{3}-/u, `    '${number}-accessories': running(accessories),`],
    );
    const [missing, { code, output }] = await Promise.all([compile(), runTests('test/docs/accessories.test.ts', LISTING_FILE)]);
    expect(missing).toEqual([]);
    expect(code, output.slice(-5000)).toBe(0);
    expect(changed.size).toBe(6);
  },
  TIMEOUT_MS,
);
