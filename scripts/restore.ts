import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../src/server/backup/restore.ts';
import type { Config } from '../src/server/config/config.ts';
import { OperatorFault } from '../src/server/errors.ts';
import { runCommand } from '../src/server/process/command.ts';
import { say } from '../src/server/process/say.ts';

const USAGE = 'Usage: npm run restore -- FILE [--into DIRECTORY] [--replace]; DATABASE_URL names a PostgreSQL database to restore into';

function readArguments(): { file: string; into: string | null; isReplacing: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { into: { type: 'string' }, replace: { type: 'boolean' } }, allowPositionals: true });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new OperatorFault(USAGE);
    return { file: resolve(file), into: values.into === undefined ? null : resolve(values.into), isReplacing: values.replace ?? false };
  } catch {
    throw new OperatorFault(USAGE);
  }
}

/** The configuration of the shop that is restored. */
function restoringInto(config: Config, into: string | null): Config {
  const dataDir = into ?? config.dataDir;
  return { ...config, dataDir, database: config.database.kind === 'sqlite' ? { kind: 'sqlite', file: join(dataDir, 'redial.db') } : config.database };
}

await runCommand(async (read) => {
  const { file, into, isReplacing } = readArguments();
  const { database, dataDir, authSecret, backup } = await read((config) => restoringInto(config, into));
  const restored = await restoreBackup(file, { database, dataDir, authSecret, passphrase: backup.passphrase, isReplacing, now: Date.now() });
  say(
    `Restored into ${database.kind === 'sqlite' ? dataDir : `the database at DATABASE_URL, pictures into ${dataDir}`}: ${restored.rows} rows, ${restored.manifest.pictureFiles} picture files, as they were at ${restored.head.madeAt}.`,
  );
  say('Every row and file was read back and matches the backup.');
  for (const note of restored.notes) say(note);
});
