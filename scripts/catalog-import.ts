import { parseArgs } from 'node:util';
import { compose } from '../src/server/composition.ts';
import { readConfig, readEnvironment } from '../src/server/config/config.ts';
import { CannotImport, ensurePhoneModels, importFile } from '../src/server/features/phone-models/index.ts';
import { explainFault } from '../src/server/process/start-faults.ts';

const USAGE =
  'Usage: npm run catalog:import -- FILE [--replace]. FILE is CSV with a header, or JSON lines; --replace lets it overwrite what the shop knows itself.';
const MOST_LINES = 100;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

const readArguments = (): { file: string; replaces: boolean } => {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean' } } });
    const [file, ...others] = positionals;
    if (file !== undefined && others.length === 0) return { file, replaces: values.replace ?? false };
  } catch {
    // It is told how to write it below.
  }
  throw new CannotImport(USAGE);
};

try {
  const { file, replaces } = readArguments();
  const { services, close } = await compose(readConfig(readEnvironment()), { onFault: complain });
  // A file is held against what the shop knows itself, also before its first start.
  await ensurePhoneModels(services);
  let complaints = 0;
  const onRefused = (line: number, why: string): void => {
    complaints += 1;
    if (complaints <= MOST_LINES) complain(`Line ${line}: ${why}`);
  };
  const done = await importFile(file, { ...services, replaces, onRefused, onProgress: (stored) => say(`${stored} models …`) }).finally(close);
  if (complaints > MOST_LINES) complain(`… and ${complaints - MOST_LINES} more lines.`);
  say(
    `${done.added} models added, ${done.changed} changed, ${done.same} the same as before; ${done.others} lines are no phones, ${done.refused} were refused.`,
  );
  if (done.refused > 0) process.exitCode = 1;
} catch (error) {
  complain(error instanceof CannotImport ? error.message : (explainFault(error, null) ?? String(error)));
  process.exitCode = 1;
}
