// Plain JavaScript, so that an old Node can still say what is wrong.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  console.error(
    `Redial needs Node 22.22 or newer; this is ${process.versions.node}. Run it with "npm start", which brings its own Node, or install a newer one.`,
  );
  process.exit(1);
}
// Later starts take the server's code as it was prepared at the first: sooner, and without the memory of preparing it.
module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/redial', import.meta.url)));
if (!process.argv.includes('--dev')) {
  const { buildIfStale } = await import('./build.mjs');
  await buildIfStale().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
await import('../src/server/main.ts');
