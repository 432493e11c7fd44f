import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files a page needs; the renderer lists them in its head. */
type PageAssets = { styles: string[]; scripts: string[]; modulePreloads: string[] };
export type AssetsOf = (pageIds: string[]) => PageAssets;
/** The files of a page that runs without React, by the name of its entry. */
export type StandaloneAssetsOf = (id: string) => PageAssets;

type Chunk = { file: string; css?: string[]; imports?: string[] };
type Manifest = Record<string, Chunk>;

const ENTRY = 'src/web/entry.client.tsx';
/** The list of the dashboard's pages, and the id of their frame. */
const DASHBOARD_ROUTES = 'src/web/dashboard-routes.ts';
const DASHBOARD_ID = 'dashboard';

/** Reads from the build's manifest which files each page needs, so that browsers request them all in parallel. */
export async function readPageAssets(clientDirectory: string): Promise<{ assetsOf: AssetsOf; standaloneAssetsOf: StandaloneAssetsOf }> {
  // Written by our own build.
  const manifest = JSON.parse(await readFile(join(clientDirectory, 'manifest.json'), 'utf8')) as Manifest;
  const entry = manifest[ENTRY];
  if (!entry) throw new Error('The built pages have no entry point. Build them again.');
  const entryKeys = withImports(manifest, ENTRY);

  const build = (pageIds: string[]): PageAssets => {
    const keys = new Set(entryKeys);
    if (pageIds.includes(DASHBOARD_ID)) withImports(manifest, DASHBOARD_ROUTES, keys);
    for (const id of pageIds) withImports(manifest, `src/web/pages/${id}.tsx`, keys);
    const chunks = [...keys].flatMap((key) => manifest[key] ?? []);
    return {
      styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map(addressOf),
      scripts: [addressOf(entry.file)],
      modulePreloads: chunks.filter((chunk) => chunk !== entry).map((chunk) => addressOf(chunk.file)),
    };
  };

  const known = new Map<string, PageAssets>();
  const assetsOf: AssetsOf = (pageIds) => {
    const key = pageIds.join(' ');
    const assets = known.get(key) ?? build(pageIds);
    known.set(key, assets);
    return assets;
  };
  return { assetsOf, standaloneAssetsOf: (id) => standalone(manifest, id) };
}

/** The shop's own styles, and a script of its own. */
function standalone(manifest: Manifest, id: string): PageAssets {
  const key = `src/web/entry.${id}.ts`;
  const entry = manifest[key];
  if (!entry) throw new Error(`The built pages have no entry ${id}. Build them again.`);
  const chunksOf = (start: string) => [...withImports(manifest, start)].flatMap((found) => manifest[found] ?? []);
  return {
    styles: chunksOf(ENTRY).flatMap(({ css = [] }) => css.map(addressOf)),
    scripts: [addressOf(entry.file)],
    modulePreloads: chunksOf(key).flatMap(({ file }) => (file === entry.file ? [] : addressOf(file))),
  };
}

function withImports(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key) || !manifest[key]) return found;
  found.add(key);
  for (const imported of manifest[key].imports ?? []) withImports(manifest, imported, found);
  return found;
}

const addressOf = (file: string): string => `/${file}`;
