import { parseArgs } from 'node:util';
import { importTacs } from '../src/server/adapters/imei/tac-import.ts';
import { OperatorFault } from '../src/server/errors.ts';
import { runCommand, withDatabase } from '../src/server/process/command.ts';
import { counted, say } from '../src/server/process/say.ts';
import { readTextFile } from './read-text-file.ts';
import { createSkippedRows } from './skipped-rows.ts';

const USAGE = 'Usage: npm run tac:import -- FILE.csv [--brand NAME]. The file names its columns: tac, brand, model.';

function readArguments(): { file: string; brand: string | null } {
  try {
    const { values, positionals } = parseArgs({ options: { brand: { type: 'string' } }, allowPositionals: true });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) throw new OperatorFault(USAGE);
    return { file, brand: values.brand?.trim() || null };
  } catch {
    throw new OperatorFault(USAGE);
  }
}

await runCommand(async (read) => {
  const { file, brand } = readArguments();
  const text = readTextFile(file, 'Split it.');
  const { rows, changed, refused } = await withDatabase(await read(), (db) => importTacs(db, text, brand));
  const skipped = createSkippedRows();
  for (const { line, why } of refused) skipped.add(`line ${line}`, why);
  skipped.end();
  say(`${counted(rows, 'row')} read, ${counted(changed, 'code')} new or changed, ${counted(refused.length, 'row')} skipped.`);
});
