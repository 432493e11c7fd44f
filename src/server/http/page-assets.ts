import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files a page needs; the renderer lists them in its head. */
export type PageAssets = { styles: string[]; scripts: string[]; modulePreloads: string[] };
export type AssetsOf = (pageIds: string[]) => PageAssets;

type Chunk = { file: string; css?: string[]; imports?: string[] };
type Manifest = Record<string, Chunk>;

const ENTRY = 'src/web/entry.client.tsx';
/** The list of the dashboard's pages, and the id of their frame. */
const DASHBOARD_ROUTES = 'src/web/dashboard-routes.ts';
const DASHBOARD_ID = 'dashboard';

/** Reads from the build's manifest which files each page needs, so that browsers request them all in parallel. */
export async function readPageAssets(clientDirectory: string): Promise<AssetsOf> {
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
  return (pageIds) => {
    const key = pageIds.join(' ');
    const assets = known.get(key) ?? build(pageIds);
    known.set(key, assets);
    return assets;
  };
}

function withImports(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key) || !manifest[key]) return found;
  found.add(key);
  for (const imported of manifest[key].imports ?? []) withImports(manifest, imported, found);
  return found;
}

const addressOf = (file: string): string => `/${file}`;
