import { parseArgs } from 'node:util';
import { OperatorFault } from '../src/server/errors.ts';
import { ensurePhoneModels, importFile } from '../src/server/features/phone-models/index.ts';
import { runCommand, withServices } from '../src/server/process/command.ts';
import { requireFinishedRestore } from '../src/server/process/require-shop.ts';
import { counted, say } from '../src/server/process/say.ts';
import type { Services } from '../src/server/services.ts';
import { createSkippedRows } from './skipped-rows.ts';

const USAGE =
  'Usage: npm run catalog:import -- FILE [--replace]. FILE is CSV with a header, JSON lines, or a JSON document; --replace lets it overwrite the built-in catalog.';

await runCommand(async (read) => {
  const given = readArguments();
  await withServices(await read(requireFinishedRestore), (services) => importIntoCatalog(services, given));
});

function readArguments(): { file: string; replaces: boolean } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean' } } });
    const [file, ...others] = positionals;
    if (file !== undefined && others.length === 0) return { file, replaces: values.replace ?? false };
  } catch {
    // The usage explains the syntax.
  }
  throw new OperatorFault(USAGE);
}

async function importIntoCatalog(services: Services, { file, replaces }: { file: string; replaces: boolean }): Promise<void> {
  const skipped = createSkippedRows();
  // The file's models are compared with the built-in catalog, so that must be loaded, even before the shop's first start.
  await ensurePhoneModels(services);
  const onProgress = (imported: number) => say(`${counted(imported, 'model')} …`);
  const { added, changed, same, others, refused } = await importFile(file, { ...services, replaces, onRefused: skipped.add, onProgress });
  skipped.end();
  say(`${counted(added, 'model')} added, ${changed} changed, ${same} the same as before; ${others} not phones, ${refused} skipped.`);
}
