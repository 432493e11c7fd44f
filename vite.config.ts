import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The public pages, by what they show: two with the same share nearly everything. */
const KINDS: [kind: string, page: RegExp][] = [
  ['entry', /[\\/]src[\\/]web[\\/]entry\.client\.tsx$/u],
  ['home', /[\\/]pages[\\/]home\.tsx$/u],
  ['lists', /[\\/]pages[\\/](category|search)\.tsx$/u],
  ['listing', /[\\/]pages[\\/](listing|new-arrival)\.tsx$/u],
  ['compare', /[\\/]pages[\\/]compare\.tsx$/u],
  ['faq', /[\\/]pages[\\/]faq\.tsx$/u],
];

type Graph = { getModuleInfo(id: string): { importers: string[] } | null };

/** The kinds of public pages that a module belongs to. */
function kindsOf(id: string, graph: Graph, seen = new Set<string>()): Set<string> {
  const own = KINDS.find(([, page]) => page.test(id));
  if (own) return new Set([own[0]]);
  if (seen.has(id)) return new Set();
  seen.add(id);
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return new Set(importers.flatMap((importer) => [...kindsOf(importer, graph, seen)]));
}

function isShared(kinds: Set<string>): boolean {
  return kinds.has('entry') || kinds.size > 1;
}

function isPage(id: string): boolean {
  return KINDS.some(([, page]) => page.test(id));
}

function sharedByAll(id: string, graph: Graph): string | null {
  return !isPage(id) && isShared(kindsOf(id, graph)) ? 'shop' : null;
}

function sharedByKind(id: string, graph: Graph): string | null {
  const kinds = kindsOf(id, graph);
  const [only] = kinds;
  return !isShared(kinds) && (only === 'lists' || only === 'listing') ? only : null;
}

/**
 * Few files instead of dozens of small ones, which on a slow line wait for each other: what changes with React alone, what
 * public pages share, all of them or two of a kind, and what only forms need.
 */
const CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/u, priority: 5 },
  // What a listing shows, phones side by side show, and a card whose picture is missing.
  { name: 'drawing', test: /[\\/]src[\\/](drawing[\\/]|web[\\/]ui[\\/]phone-drawing\.tsx$)/u, priority: 5 },
  { debugName: 'shop', name: sharedByAll, priority: 4 },
  { debugName: 'kinds', name: sharedByKind, minShareCount: 2, priority: 3 },
  { name: 'forms', test: /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]/u, priority: 1 },
];

/** Two builds from one file: what a browser gets (dist/client), and the page renderer that the server imports (dist/server). */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: 'src/web/public',
  plugins: [react(), tailwindcss()],
  // Read from the process by React and others that are bundled into the renderer; a built one is always the production one.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  ssr: isSsrBuild ? { noExternal: true } : {},
  build: isSsrBuild
    ? { outDir: 'dist/server', emptyOutDir: true, target: 'node22', copyPublicDir: false, minify: false }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: 'manifest.json',
        target: 'es2022',
        modulePreload: { polyfill: false },
        // Fonts and pictures stay files: the content security policy allows no fonts inside a style sheet.
        assetsInlineLimit: 0,
        rolldownOptions: { input: 'src/web/entry.client.tsx', output: { codeSplitting: { groups: CHUNKS } } },
      },
}));
