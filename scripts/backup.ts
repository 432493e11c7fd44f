import { rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '../src/server/backup/backup.ts';
import { unfinishedName } from '../src/server/backup/make.ts';
import { proveBackup } from '../src/server/backup/prove.ts';
import { type Config, settingNames } from '../src/server/config/config.ts';
import { withoutSecrets } from '../src/server/config/without-secrets.ts';
import { OperatorFault } from '../src/server/errors.ts';
import { runCommand } from '../src/server/process/command.ts';
import { say } from '../src/server/process/say.ts';

const USAGE = 'Usage: npm run backup [-- FILE], or npm run backup -- --verify FILE';
/** Backups run at low priority. */
const LOWEST_PRIORITY = 19;

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

function readArguments(): { file: string | null; isVerifying: boolean; isScheduled: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { verify: { type: 'boolean' }, scheduled: { type: 'boolean' } }, allowPositionals: true });
    if (positionals.length > 1 || (values.verify && positionals.length === 0)) throw new OperatorFault(USAGE);
    return { file: positionals[0] ?? null, isVerifying: values.verify ?? false, isScheduled: values.scheduled ?? false };
  } catch {
    throw new OperatorFault(USAGE);
  }
}

async function verify(file: string): Promise<void> {
  const { head, manifest } = await proveBackup(file);
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  say(`${file} is intact: made ${head.madeAt} by version ${head.shopVersion} on ${head.engine}, ${rows} rows, ${manifest.pictureFiles} picture files.`);
  say(manifest.hasSecret ? 'The shop’s secret is in it, sealed.' : 'The shop’s secret is not in it.');
}

function nameOf(config: Config): string {
  return join(config.backup.directory, `redial-${new Date().toISOString().replaceAll(/[:.]/gu, '-')}.tar.zst`);
}

async function make(config: Config, given: string | null, isScheduled: boolean): Promise<void> {
  const file = given === null ? nameOf(config) : resolve(given);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.once(signal, () => {
      rmSync(unfinishedName(file), { force: true });
      process.exit(143);
    });
  const made = await backUp(config, { file, configuration: withoutSecrets(process.env, settingNames), isPruning: isScheduled });
  say(`${made.file}: ${megabytes(made.bytes)}, ${made.rows} rows, ${made.pictureFiles} picture files; read back, and every hash matches.`);
  if (made.picturesMissing > 0)
    say(`${made.picturesMissing} pictures that the database names are missing from ${join(config.dataDir, 'images')}, so they aren’t in the backup.`);
  if (config.backup.passphrase === null) say('The shop’s secret is not in it: keep AUTH_SECRET or DATA_DIR/secret elsewhere, or set BACKUP_PASSPHRASE.');
}

await runCommand(async (read) => {
  const { file, isVerifying, isScheduled } = readArguments();
  setPriority(LOWEST_PRIORITY);
  if (isVerifying && file !== null) await verify(file);
  else await make(await read(), file, isScheduled);
});
