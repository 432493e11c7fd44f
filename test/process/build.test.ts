import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readdirSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { buildIfStale } from '../../scripts/build.mjs';

const ROOT = join(import.meta.dirname, '../..');

test('Builds only what has changed, and sees that by contents where times say nothing', async () => {
  await buildIfStale();
  const directory = temporaryDirectory();
  const at = (path: string): string => join(directory.path, path);
  for (const { name } of readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile())) cpSync(join(ROOT, name), at(name));
  for (const name of ['src', 'scripts', 'dist']) cpSync(join(ROOT, name), at(name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), at('node_modules'));
  const build = (): string => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build.mjs'], {
      cwd: directory.path,
      encoding: 'utf8',
    });
    return stdout + stderr;
  };
  const pagesBuiltAt = (): number => statSync(at('dist/client/manifest.json')).mtimeMs;
  const before = pagesBuiltAt();

  // A copy has other times.
  expect(build()).toBe('The shop is built already.\n');
  appendFileSync(at('src/server/main.ts'), '\n// Changed.\n');
  expect(build()).toMatch(/^Built the shop in [\d.]+ s\.\n$/u);
  expect(pagesBuiltAt()).toBe(before);
  utimesSync(at('src/server/main.ts'), 0, 0);
  expect(build()).toBe('The shop is built already.\n');
  appendFileSync(at('src/web/entry.client.tsx'), '\n// Changed.\n');
  expect(build()).toMatch(/^Built the shop/u);
  expect(pagesBuiltAt()).toBeGreaterThan(before);
  directory.remove();
}, 120_000);
