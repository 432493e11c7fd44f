import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { CHUNKS } from './scripts/chunks.ts';
import { iconSprite } from './scripts/icon-sprite.ts';

/** Two builds from one file: what a browser gets (dist/client), and the page renderer that the server imports (dist/server). */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: 'src/web/public',
  plugins: [react(), tailwindcss(), iconSprite()],
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
        // Fonts and pictures stay files: the content security policy allows no fonts inside a style sheet.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['src/web/entry.client.tsx', 'src/web/entry.phone-test.ts', 'src/web/entry.phone-test-verify.ts'],
          // One file names all the others: short names of few characters save 800 bytes of every first visit.
          output: { chunkFileNames: 'assets/[hash:7].js', hashCharacters: 'hex', codeSplitting: { groups: CHUNKS } },
        },
      },
}));
