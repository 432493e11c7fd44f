import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOfRecipes } from './scratch-copy.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Variables that the shop or Compose reads from `.env` although they aren't the shop's own settings. */
const FOREIGN_SETTINGS = ['NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'POSTGRES_PASSWORD'];
const NPM_ITSELF = new Set(['install', 'ci', 'prune']);
/** Three or more lowercase words that are neither a command nor SQL. */
const A_LOG_LINE =
  /`(?!(?:npm|node|docker|aws|stripe|patronictl|select|update|delete|alter|ignore_startup_parameters) )([a-z]\w*(?: [\w’'()]+){2,}(?:: …)?)`/gu;
const WIDEST = 100;

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })].map((path) => ({ path, text: read(path) }));
const handbook = pages.filter(({ path }) => path.startsWith('docs/operations/'));

test('Every relative link in the docs leads to a file and, if it names one, to a heading in it', () => {
  expect(linksOf(pages).filter(({ from, to }) => !leadsSomewhere(from, to))).toEqual([]);
});

test('Every file that the docs name exists', () => {
  const named = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:src|test|docs|scripts|bench|data)\/[^`\s<>*…]+)`/gu)].map(([, file = '']) => ({ page: path, file })),
  );
  const written = pages.flatMap(({ text }) => filesOfRecipes(text));
  expect(named.filter(({ file }) => !existsSync(join(ROOT, file)) && !written.includes(file))).toEqual([]);
});

test('Every npm script that the docs name exists, and every script is named', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = pages.flatMap(({ text }) => [...text.matchAll(/(?:^|`|&& )npm (?:run )?([\w:-]+)/gmu)].map(([, name = '']) => name));
  expect(named.filter((name) => !(name in scripts) && !NPM_ITSELF.has(name))).toEqual([]);
  // `npm run check` names its parts, and former names lead to current ones.
  const present = Object.keys(scripts).filter((name) => !name.startsWith('check:') && !scripts[name]?.endsWith(' --'));
  expect(present.filter((name) => !named.includes(name))).toEqual([]);
});

test('Every setting that the handbook names is in .env.example, and every setting there is in the handbook', () => {
  const settings = [...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]+)=/gmu)].map(([, name = '']) => name);
  const text = handbook.map((page) => page.text).join('\n');
  const named = [...text.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?==|`)/gu)].map(([, name = '']) => name.replace(/_FILE$/u, ''));
  const known = new Set([...settings, ...FOREIGN_SETTINGS]);
  expect(named.filter((name) => !known.has(name) && name !== 'DATA')).toEqual([]);
  expect(settings.filter((name) => !text.includes(name))).toEqual([]);
});

test('Every metric that the handbook names is measured, and every measured one is in the handbook', () => {
  const measured = new Set(
    globSync('src/server/**/*.ts', { cwd: ROOT })
      .filter((path) => !path.endsWith('.test.ts'))
      .flatMap((path) => [...read(path).matchAll(/'(redial_\w+)'/gu)].map(([, name = '']) => name)),
  );
  const named = handbook.flatMap(({ text }) => [...text.matchAll(/redial_\w+/gu)].map(([name]) => name.replace(/_count$/u, '')));
  expect(measured.size).toBeGreaterThan(10);
  expect(named.filter((name) => !measured.has(name))).toEqual([]);
  expect([...measured].filter((name) => !named.includes(name))).toEqual([]);
});

test('Every log line that the handbook quotes is one that the shop writes', () => {
  const written = globSync('src/server/**/*.ts', { cwd: ROOT }).map(read).join('\n');
  const quoted = handbook.flatMap(({ text }) => [...text.replaceAll(/\s+/gu, ' ').matchAll(A_LOG_LINE)].map(([, line = '']) => line.replace(/: …$/u, '')));
  expect(quoted.length).toBeGreaterThan(5);
  expect(quoted.filter((line) => !written.includes(line))).toEqual([]);
});

test('No line of prose in the docs is wider than a hundred characters', () => {
  const wide = pages.flatMap(({ path, text }) =>
    proseOf(text)
      .filter((line) => line.length > WIDEST && line.trim().includes(' '))
      .map((line) => `${path}: ${line}`),
  );
  expect(wide).toEqual([]);
});

function linksOf(from: typeof pages): { from: string; to: string }[] {
  return from.flatMap(({ path, text }) => [...text.matchAll(/(?:\]\(|src=")(?!https?:)([^)"\s]+)/gu)].map(([, to = '']) => ({ from: path, to })));
}

function leadsSomewhere(from: string, to: string): boolean {
  const [file = '', heading] = to.split('#');
  const path = file === '' ? from : join(dirname(from), file);
  if (!existsSync(join(ROOT, path))) return false;
  return heading === undefined || headingsOf(read(path)).includes(heading);
}

/** Converts headings into anchors as GitHub does. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gmu)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Tables, code and pictures can't be wrapped. */
function proseOf(text: string): string[] {
  return text
    .replaceAll(/^ *```.*?^ *```$/gmsu, '')
    .split('\n')
    .filter((line) => !/^\s*[|<]/u.test(line));
}
