import { parseArgs } from 'node:util';
import { CannotImport, importTacs } from '../src/server/adapters/imei/tac-import.ts';
import { type Config, readConfig, readEnvironment } from '../src/server/config/config.ts';
import { openDatabase } from '../src/server/db/database.ts';
import { migrateDatabase } from '../src/server/db/migrate.ts';
import { requireShop } from '../src/server/process/require-shop.ts';
import { say } from '../src/server/process/say.ts';
import { explainFault } from '../src/server/process/start-faults.ts';
import { readTextFile } from './read-text-file.ts';

const USAGE = 'Usage: npm run tac:import -- FILE.csv [--brand NAME]. The file names its columns: tac, brand, model.';
const SHOWN = 20;

function readArguments(): { file: string; brand: string | null } {
  try {
    const { values, positionals } = parseArgs({ options: { brand: { type: 'string' } }, allowPositionals: true });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) throw new CannotImport(USAGE);
    return { file, brand: values.brand?.trim() || null };
  } catch {
    throw new CannotImport(USAGE);
  }
}

let config: Config | null = null;
try {
  const { file, brand } = readArguments();
  const text = readTextFile(file, { toError: (why) => new CannotImport(why), ifLarger: 'Split it.' });
  config = readConfig(readEnvironment());
  requireShop(config);
  await migrateDatabase(config.database);
  const db = openDatabase(config.database);
  const { rows, changed, refused } = await importTacs(db, text, brand).finally(() => db.destroy());
  for (const { line, why } of refused.slice(0, SHOWN)) say(`line ${line}: ${why}`);
  if (refused.length > SHOWN) say(`… and ${refused.length - SHOWN} more lines.`);
  say(`${rows} rows read, ${changed} codes new or changed, ${refused.length} rows skipped.`);
} catch (error) {
  process.stderr.write(`${error instanceof CannotImport ? error.message : (explainFault(error, config) ?? String(error))}\n`);
  process.exitCode = 1;
}
