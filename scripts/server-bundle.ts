import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'dist/app');

/** The server with its libraries in one file, which starts sooner than 2,800. It reads its data and starts its workers where the sources are. */
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  plugins: [placesOfSources(), asciiTemplates()],
  // Vite is only there to develop with; the others bring files of their own, or are looked for and missing.
  ssr: { noExternal: true, external: ['sharp', 'vite', 'pg-native'] },
  build: {
    ssr: 'src/server/main.ts',
    outDir: OUT,
    // A running shop may still import a part of the last build.
    emptyOutDir: false,
    target: 'node22',
    minify: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 20_000,
    rolldownOptions: {
      // Nothing is left out: a call that is only there to throw would count as needless.
      treeshake: false,
      output: {
        // All in ASCII: with a single other character, the whole source would stay in memory with two bytes a character.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
        comments: false,
        banner: ({ moduleIds }) => `// Packages: ${packagesOf(moduleIds)}`,
      },
    },
  },
});

/** The packages that these files belong to. */
function packagesOf(files: string[]): string {
  return [...new Set(files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(file)?.[1] ?? []))].join(' ');
}

/** Keeps `import.meta` of our own files pointing to where they were. */
function placesOfSources(): Plugin {
  return {
    name: 'places-of-sources',
    transform: {
      order: 'pre',
      filter: { id: /\/src\/(?:server|contract|drawing)\/.*\.ts$/u, code: 'import.meta' },
      handler(code, id) {
        const url = `new URL(${JSON.stringify(relative(OUT, id))}, import.meta.url)`;
        return code
          .replaceAll('import.meta.url', `${url}.href`)
          .replaceAll('import.meta.dirname', `import.meta.dirname + ${JSON.stringify(`/${relative(OUT, join(id, '..'))}`)}`);
      },
    },
  };
}

/** Escapes what the compiler leaves alone, because a tag may read the raw text: none of ours does. */
function asciiTemplates(): Plugin {
  return {
    name: 'ascii-templates',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replace(/(?<!\\)[^\0-\x7f]/gu, escapeCharacter);
      }
    },
  };
}

const escapeCharacter = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;
