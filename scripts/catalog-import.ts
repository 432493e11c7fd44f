import { parseArgs } from 'node:util';
import { compose } from '../src/server/composition.ts';
import { type Config, readConfig, readEnvironment } from '../src/server/config/config.ts';
import { CannotImport, ensurePhoneModels, importFile } from '../src/server/features/phone-models/index.ts';
import { requireFinishedRestore } from '../src/server/process/require-shop.ts';
import { say } from '../src/server/process/say.ts';
import { explainFault } from '../src/server/process/start-faults.ts';

const USAGE =
  'Usage: npm run catalog:import -- FILE [--replace]. FILE is CSV with a header, JSON lines, or a JSON document; --replace lets it overwrite the built-in catalog.';
const MAX_COMPLAINTS = 100;

let config: Config | null = null;
try {
  const given = readArguments();
  config = readConfig(readEnvironment());
  requireFinishedRestore(config.dataDir);
  await importIntoCatalog(config, given);
} catch (error) {
  complain(error instanceof CannotImport ? error.message : (explainFault(error, config) ?? String(error)));
  process.exitCode = 1;
}

function readArguments(): { file: string; replaces: boolean } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean' } } });
    const [file, ...others] = positionals;
    if (file !== undefined && others.length === 0) return { file, replaces: values.replace ?? false };
  } catch {
    // The usage explains the syntax.
  }
  throw new CannotImport(USAGE);
}

async function importIntoCatalog(config: Config, { file, replaces }: { file: string; replaces: boolean }): Promise<void> {
  const { services, close } = await compose(config, { onFault: complain });
  let complaints = 0;
  const onRefused = (where: string, why: string): void => {
    complaints += 1;
    if (complaints <= MAX_COMPLAINTS) complain(`Skipped ${where}: ${why}`);
  };
  const runImport = async () => {
    // The file's models are compared with the built-in catalog, so that must be loaded, even before the shop's first start.
    await ensurePhoneModels(services);
    return importFile(file, { ...services, replaces, onRefused, onProgress: (imported) => say(`${imported} models …`) });
  };
  const { added, changed, same, others, refused } = await runImport().finally(close);
  if (complaints > MAX_COMPLAINTS) complain(`… and ${complaints - MAX_COMPLAINTS} more.`);
  say(`${added} models added, ${changed} changed, ${same} the same as before; ${others} were not phones, ${refused} were skipped.`);
  if (refused > 0) process.exitCode = 1;
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}
