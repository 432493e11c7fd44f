import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What everybody who only looks around gets. */
const PUBLIC_ROOTS = /[\\/]src[\\/]web[\\/](entry\.client|pages[\\/](home|category|search|listing|new-arrival|faq))\.tsx$/u;

type Graph = { getModuleInfo(id: string): { importers: string[] } | null };

const isPublic = (id: string, graph: Graph, seen = new Set<string>()): boolean => {
  if (PUBLIC_ROOTS.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isPublic(importer, graph, seen)) ?? false;
};

/**
 * Few files instead of dozens of small ones, which on a slow line wait for each other: what changes with React alone, what
 * public pages share, and what only forms need.
 */
const CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/u, priority: 3 },
  { debugName: 'shop', name: (id: string, graph: Graph) => (isPublic(id, graph) ? 'shop' : null), minShareCount: 2, priority: 2 },
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
