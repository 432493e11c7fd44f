import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const LOCK = join(DIST, 'lock');
const SHARED = ['src/contract', 'src/drawing', 'package-lock.json', 'scripts/build.mjs'];
const COMPRESSIBLE = /\.(js|css|svg|txt)$/u;

const filesBelow = (path) =>
  readdirSync(path, { withFileTypes: true, recursive: true }).flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));

const sourceFiles = ({ sources }) =>
  sources
    .map((source) => join(ROOT, source))
    .filter((place) => existsSync(place))
    .flatMap((place) => (/\.\w+$/u.test(place) ? [place] : filesBelow(place)))
    .sort();

const hashOf = (texts) => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex');
};

/** A hash of the names and contents of all sources. */
const contentsOf = (part) => hashOf(sourceFiles(part).flatMap((file) => [relative(ROOT, file), readFileSync(file)]));

/** A hash of their names, sizes and times: it says in a third of the time that nothing has changed. */
const looksOf = (part) =>
  hashOf(
    sourceFiles(part).map((file) => {
      const { size, mtimeMs } = statSync(file);
      return `${file} ${size} ${mtimeMs}`;
    }),
  );

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
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The shop could not be built; see the reason above.'))));
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

/** What is built, of which sources, and the files that say so. */
const PARTS = [
  {
    stamp: join(DIST, 'stamp'),
    built: [join(DIST, 'client/manifest.json'), join(DIST, 'server/entry.server.js')],
    sources: [...SHARED, 'src/web', 'vite.config.ts', 'scripts/chunks.ts', 'scripts/icon-sprite.ts'],
    async build(vite) {
      await Promise.all([runVite(vite), runVite(vite, '--ssr', 'src/web/entry.server.tsx')]);
      await Promise.all(
        filesBelow(join(DIST, 'client'))
          .filter((file) => COMPRESSIBLE.test(file))
          .map(compress),
      );
    },
  },
  {
    stamp: join(DIST, 'app.stamp'),
    built: [join(DIST, 'app/main.js')],
    sources: [...SHARED, 'src/server', 'scripts/server-bundle.ts'],
    build: (vite) => runVite(vite, '--config', 'scripts/server-bundle.ts'),
  },
];

const isThere = ({ built }) => built.every((file) => existsSync(file));

const isUpToDate = async (part) => {
  if (!isThere(part) || !existsSync(part.stamp)) return false;
  const [contents, looks] = readFileSync(part.stamp, 'utf8').split(' ');
  const now = looksOf(part);
  if (looks === now) return true;
  if (contents !== contentsOf(part)) return false;
  // Next time it is seen sooner, unless the folder can't be written.
  await writeFile(part.stamp, `${contents} ${now}`).catch(() => {});
  return true;
};

/** The parts that another process hasn't built in the meantime. */
const findStale = async () => {
  const isBuilt = await Promise.all(PARTS.map(isUpToDate));
  return PARTS.filter((_part, at) => !isBuilt[at]);
};

const buildPart = async (vite, part) => {
  // Taken first: whatever changes during the build is seen the next time.
  const looks = looksOf(part);
  const stamp = `${contentsOf(part)} ${looks}`;
  await part.build(vite);
  await writeFile(part.stamp, stamp);
};

const buildAll = async (vite) => {
  const stale = await findStale();
  await Promise.all(stale.map((part) => buildPart(vite, part)));
  return stale.length > 0;
};

/** Builds the browser's files, the page renderer and the server, if their sources have changed since the last build. Returns whether it built any. */
export const buildIfStale = async () => {
  const vite = findVite();
  if (!vite && !PARTS.every(isThere))
    throw new Error(
      'The shop is not built yet, and the tool that builds it is not installed. Run `npm install` with development dependencies, then start again.',
    );
  if (!vite || (await findStale()).length === 0) return false;
  return inTurn(() => buildAll(vite));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const startedAt = performance.now();
  try {
    const didBuild = await buildIfStale();
    process.stdout.write(`${didBuild ? `Built the shop in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.` : 'The shop is built already.'}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
