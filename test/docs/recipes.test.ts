import { afterEach, describe, expect, test } from 'vitest';
import { type Block, createScratchCopy, filesWithErrors, type Outcome, readRecipe, type ScratchCopy } from './scratch-copy.ts';

const RECIPES = ['Add a call', 'Add a page', 'Add a migration', 'Add a provider'];
const TIMEOUT_MS = 900_000;

/** Steps whose omission the compiler reports, and the file in which it does. */
const MISSED_BY_COMPILER = [
  { leftOut: 'test/api/authorization/requests.ts', complains: 'test/api/authorization/requests.ts' },
  { leftOut: 'src/web/pages/about.tsx', complains: 'src/web/routes.tsx' },
  { leftOut: 'src/server/features/personal-data/stored-data-queries.ts', complains: 'src/server/features/personal-data/stored-data-queries.ts' },
  { leftOut: 'src/server/features/personal-data/erase-commands.ts', complains: 'src/server/features/personal-data/erase-commands.ts' },
];

/** Fails for a setting that isn't in the handbook. */
const SETTINGS_TEST = ['test/docs/pages.test.ts', '-t', 'Every setting'];

/** Steps whose omission a test reports. */
const MISSED_BY_TESTS = [
  { leftOut: 'src/server/features/promotion/routes.ts', fails: ['test/api/authorization.test.ts', '-t', 'GET /advertiseCount'] },
  { leftOut: 'src/web/routes.tsx', fails: ['src/web/pages/about.test.ts'] },
  { leftOut: 'src/server/db/migrations.ts', fails: ['src/server/features/personal-data/personal-data.test.ts'] },
  { leftOut: 'src/server/composition.ts', fails: ['src/server/adapters/imei/worldwide.test.ts'] },
  { leftOut: 'docs/operations/data.md', fails: SETTINGS_TEST },
];

let copy: ScratchCopy;
afterEach(() => copy.remove());

describe('The recipes of docs/contributing.md', () => {
  test(
    'The recipes of docs/contributing.md compile and pass the tests that they name',
    async () => {
      copy = followRecipes(() => true);
      expectSuccess(await copy.compile());
      for (const args of inFewRuns(testsOfRecipes())) expectSuccess(await copy.run('vitest', args));
    },
    TIMEOUT_MS,
  );

  test(
    'The compiler reports each omitted step of a recipe where the recipe says so',
    async () => {
      const leftOut = new Set(MISSED_BY_COMPILER.map((step) => step.leftOut));
      copy = followRecipes(({ file }) => !leftOut.has(file));
      copy.write(aWritingCall());
      const outcome = await copy.compile();
      expect(outcome.code).not.toBe(0);
      expect(filesWithErrors(outcome)).toEqual([...MISSED_BY_COMPILER.map(({ complains }) => complains), 'test/fuzz/proofs.ts'].toSorted());
    },
    TIMEOUT_MS,
  );

  test(
    'A test fails for each omitted step of a recipe where the recipe says so',
    async () => {
      const leftOut = new Set(MISSED_BY_TESTS.map((step) => step.leftOut));
      copy = followRecipes(({ file }) => !leftOut.has(file));
      const failed: string[] = [];
      for (const args of inFewRuns(MISSED_BY_TESTS.map(({ fails }) => fails))) failed.push(...failedFiles(await copy.run('vitest', args)));
      expect(failed.toSorted()).toEqual(MISSED_BY_TESTS.map(({ fails: [file] }) => file).toSorted());
    },
    TIMEOUT_MS,
  );
});

function followRecipes(isFollowed: (block: Block) => boolean): ScratchCopy {
  const made = createScratchCopy();
  for (const block of RECIPES.flatMap((heading) => readRecipe(heading).blocks)) {
    if (isFollowed(block)) made.write(block);
  }
  return made;
}

/** The tests that recipes say to run, those that they write, and the one that detects missing settings. */
function testsOfRecipes(): string[][] {
  const recipes = RECIPES.map(readRecipe);
  const written = recipes.flatMap(({ blocks }) => blocks.filter(({ file }) => file.endsWith('.test.ts')).map(({ file }) => file));
  return [...recipes.flatMap(({ commands }) => commands), written, SETTINGS_TEST];
}

/** The same tests in one run of whole files and one of single tests: each run prepares databases first. */
function inFewRuns(commands: string[][]): string[][] {
  const [whole, single] = [commands.filter((args) => !args.includes('-t')), commands.filter((args) => args.includes('-t'))];
  const names = single.map((args) => args[args.indexOf('-t') + 1]);
  return [
    ['run', ...whole.flat()],
    ['run', ...single.flatMap((args) => args.slice(0, args.indexOf('-t'))), '-t', names.join('|')],
  ];
}

const failedFiles = ({ output }: Outcome): string[] => [...new Set([...output.matchAll(/^ FAIL {2}(\S+\.test\.ts)/gmu)].map(([, file = '']) => file))];

/** A call that writes, without the entry that it needs in `test/fuzz/proofs.ts`. */
function aWritingCall(): Block {
  const [declared] = readRecipe('Add a call').blocks;
  if (!declared) throw new Error('the recipe of a call declares none');
  return { ...declared, code: declared.code.replace('GET', 'POST') };
}

function expectSuccess({ code, output }: Outcome): void {
  expect(code, output).toBe(0);
}
