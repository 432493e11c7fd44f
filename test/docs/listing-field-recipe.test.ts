import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['src', 'test', 'bench', 'scripts'];
const MIGRATIONS = 'src/server/db/migrations';
const TIMEOUT_MS = 600_000;

/** Files that the recipe changes or adds. */
const changed = new Set<string>();
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'redial-recipe-'));
  for (const entry of readdirSync(ROOT, { withFileTypes: true })) {
    const [from, to] = [join(ROOT, entry.name), join(copy, entry.name)];
    if (SOURCES.includes(entry.name) || entry.isFile()) cpSync(from, to, { recursive: true });
    else if (!entry.name.startsWith('.') && entry.name !== 'dist') symlinkSync(from, to);
  }
  cpSync(join(copy, 'test/docs/listing-field-recipe.checks.ts'), join(copy, 'test/docs/accessories.test.ts'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function write(path: string, text: string): void {
  changed.add(path);
  writeFileSync(join(copy, path), text);
}

/** Adds lines after each last line that matches. */
function addAfter(path: string, ...lines: [after: RegExp, line: string][]): void {
  const text = readFileSync(join(copy, path), 'utf8').split('\n');
  for (const [after, line] of lines) {
    const at = text.findLastIndex((one) => after.test(one));
    if (at < 0) throw new Error(`${path} has no line like ${after}`);
    text.splice(at + 1, 0, line);
  }
  write(path, text.join('\n'));
}

function run(command: string, ...options: string[]) {
  return new Promise<{ isFine: boolean; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'node_modules', command), ...options],
      // Without the variables of this run's databases, so that tests in the copy create their own.
      { cwd: copy, env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' }, maxBuffer: 50_000_000 },
      (error, stdout, stderr) => resolve({ isFine: error === null, output: stdout + stderr }),
    );
  });
}

/** The files in which the compiler reports something missing. Each further thread would resolve most types again. */
async function compile(): Promise<string[]> {
  const { output } = await run('typescript/bin/tsc', '-p', '.', '--singleThreaded', '--incremental', '--tsBuildInfoFile', 'built.tsbuildinfo');
  return [...new Set([...output.matchAll(/^(\S+)\(\d+,\d+\): error/gmu)].map(([, file = '']) => file))].sort();
}

function runTests(...files: string[]) {
  return run('vitest/vitest.mjs', 'run', '--reporter=verbose', ...files);
}

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

    const number = String(Math.max(...readdirSync(join(copy, MIGRATIONS)).map((name) => Number.parseInt(name, 10))) + 1).padStart(3, '0');
    write(`${MIGRATIONS}/${number}-accessories.ts`, 'export const accessories = ["alter table listings add column accessories text not null default \'\'"];\n');
    addAfter(
      'src/server/db/migrations.ts',
      [/^import .* from '\.\/migrations\//u, `import { accessories } from './migrations/${number}-accessories.ts';`],
      [/^ {4}'\d{3}-/u, `    '${number}-accessories': running(accessories),`],
    );
    const [missing, { isFine, output }] = await Promise.all([compile(), runTests('test/docs/accessories.test.ts', LISTING_FILE)]);
    expect(missing).toEqual([]);
    expect(isFine, output.slice(-5000)).toBe(true);
    expect(changed.size).toBe(6);
  },
  TIMEOUT_MS,
);
