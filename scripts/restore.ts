import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../src/server/backup/restore.ts';
import { BackupTrouble } from '../src/server/backup/trouble.ts';
import { type Config, readConfig, readEnvironment } from '../src/server/config/config.ts';
import { say } from '../src/server/process/say.ts';
import { explainFault } from '../src/server/process/start-faults.ts';

const USAGE = 'Usage: npm run restore -- FILE [--into DIRECTORY] [--replace]; DATABASE_URL names a PostgreSQL database to restore into';

function readArguments(): { file: string; into: string | null; isReplacing: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { into: { type: 'string' }, replace: { type: 'boolean' } }, allowPositionals: true });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new BackupTrouble(USAGE);
    return { file: resolve(file), into: values.into === undefined ? null : resolve(values.into), isReplacing: values.replace ?? false };
  } catch {
    throw new BackupTrouble(USAGE);
  }
}

let config: Config | null = null;
try {
  const { file, into, isReplacing } = readArguments();
  const read = readConfig(readEnvironment());
  const dataDir = into ?? read.dataDir;
  config = { ...read, dataDir, database: read.database.kind === 'sqlite' ? { kind: 'sqlite', file: join(dataDir, 'redial.db') } : read.database };
  const { database, authSecret } = config;
  const restored = await restoreBackup(file, { database, dataDir, authSecret, passphrase: config.backup.passphrase, isReplacing, now: Date.now() });
  say(
    `Restored into ${database.kind === 'sqlite' ? dataDir : `the database at DATABASE_URL, pictures into ${dataDir}`}: ${restored.rows} rows, ${restored.manifest.pictureFiles} picture files, as they were at ${restored.head.madeAt}.`,
  );
  say('Every row and file was read back and matches the backup.');
  for (const note of restored.notes) say(note);
} catch (error) {
  const explained = error instanceof BackupTrouble ? error.message : explainFault(error, config);
  process.stderr.write(`${explained ?? String(error)}\n`);
  process.exitCode = 1;
}
