import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, 'stamp');
const LOCK = join(DIST, 'lock');
const BUILT = [join(DIST, 'client/manifest.json'), join(DIST, 'server/entry.server.js')];
const SOURCES = [
  'src/web',
  'src/contract',
  'src/drawing',
  'package-lock.json',
  'vite.config.ts',
  'scripts/chunks.ts',
  'scripts/icon-sprite.ts',
  'scripts/build.mjs',
];
const COMPRESSIBLE = /\.(js|css|svg|txt)$/u;

const filesBelow = async (path) => {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

const sourceFiles = async () => {
  const found = await Promise.all(SOURCES.map((source) => (/\.\w+$/u.test(source) ? [join(ROOT, source)] : filesBelow(join(ROOT, source)))));
  return found
    .flat()
    .filter((file) => existsSync(file))
    .sort();
};

/** A hash of all source names and contents. */
const stampOfSources = async () => {
  const hash = createHash('sha256');
  for (const file of await sourceFiles())
    hash
      .update(relative(ROOT, file))
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  return hash.digest('hex');
};

const findVite = () => {
  try {
    return join(createRequire(import.meta.url).resolve('vite/package.json'), '../bin/vite.js');
  } catch {
    return null;
  }
};

/** In a separate process, so that its memory is released afterwards. */
const runVite = (vite, ...options) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn', ...options], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The pages could not be built; see the reason above.'))));
  });

const compress = async (file) => {
  const bytes = await readFile(file);
  const [small, smaller] = await Promise.all([promisify(gzip)(bytes), promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })]);
  await Promise.all([writeFile(`${file}.gz`, small), writeFile(`${file}.br`, smaller)]);
};

/** Takes a lock: two shops started at the same time must not build over each other. The lock is released when its process ends for any reason. */
const inTurn = async (work) => {
  const { lockDataDirectory } = await import('../src/server/db/sqlite.ts');
  await mkdir(DIST, { recursive: true });
  let held = lockDataDirectory(LOCK);
  while (!held) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    held = lockDataDirectory(LOCK);
  }
  return work().finally(held.release);
};

const isBuilt = () => BUILT.every((file) => existsSync(file));

const isBuiltFrom = async (stamp) => isBuilt() && existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === stamp;

const build = async (vite) => {
  const stamp = await stampOfSources();
  // Another process may have built it in the meantime.
  if (await isBuiltFrom(stamp)) return false;
  await Promise.all([runVite(vite), runVite(vite, '--ssr', 'src/web/entry.server.tsx')]);
  const files = await filesBelow(join(DIST, 'client'));
  await Promise.all(files.filter((file) => COMPRESSIBLE.test(file)).map(compress));
  await writeFile(STAMP, stamp);
  return true;
};

/** Builds the browser's files and the page renderer if the sources have changed since the last build. Returns whether it built. */
export const buildIfStale = async () => {
  const vite = findVite();
  if (!vite && !isBuilt())
    throw new Error(
      'The pages are not built yet, and the tool that builds them is not installed. Run `npm install` with development dependencies, then start again.',
    );
  if (!vite || (await isBuiltFrom(await stampOfSources()))) return false;
  return inTurn(() => build(vite));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const startedAt = performance.now();
  try {
    const didBuild = await buildIfStale();
    process.stdout.write(`${didBuild ? `Built the pages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.` : 'The pages are built already.'}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
