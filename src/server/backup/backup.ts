import { readFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { openPatiently } from '../db/copy/snapshot.ts';
import type { Db } from '../db/tables.ts';
import { OperatorFault } from '../errors.ts';
import { readSecret } from '../security/secrets.ts';
import { type MadeBackup, makeBackup } from './make.ts';
import { proveBackup, UnusableBackup } from './prove.ts';
import { noteBackup, noteFailure } from './queries.ts';
import { explainFileTrouble } from './trouble.ts';

const MADE_BY_ITSELF = /^redial-\d{4}-\d\d-\d\dT[\d-]+Z\.tar\.zst$/u;
const UNFINISHED = /^\.redial-.+\.unfinished$/u;
/** No backup takes this long; older unfinished files were left by a process that died. */
const LEFT_BEHIND_MS = 86_400_000;

type BackUpOptions = { file: string; configuration: Record<string, string | null>; isPruning: boolean };

/** Makes a backup, verifies it by reading it back, and records the outcome in the shop. Throws `OperatorFault` when it fails. */
export async function backUp(config: Config, options: BackUpOptions): Promise<MadeBackup> {
  const made = await makeAndNote(config, options);
  if (options.isPruning) await prune(config.backup, made.file);
  return made;
}

async function makeAndNote(config: Config, options: BackUpOptions): Promise<MadeBackup> {
  try {
    const made = await makeAndProve(config, options);
    await withDatabase(config, (db) => noteBackup(db, { at: Date.now(), bytes: made.bytes, file: made.file }));
    return made;
  } catch (error) {
    const failure = inSentence(error, (trouble) => `No backup was made: ${trouble}.`);
    const message = failure instanceof Error ? failure.message : String(failure);
    // The same cause may keep the failure from being recorded; the operator still sees the first error.
    await withDatabase(config, (db) => noteFailure(db, { at: Date.now(), message })).catch(() => {});
    throw failure;
  }
}

async function makeAndProve(config: Config, { file, configuration }: BackUpOptions): Promise<MadeBackup> {
  const { database, dataDir, backup, authSecret } = config;
  const secret = readSecret(authSecret, dataDir);
  const made = await makeBackup({ database, dataDir, secret, passphrase: backup.passphrase, configuration, shopVersion: shopVersion() }, file);
  try {
    await proveBackup(file);
  } catch (error) {
    await rm(file, { force: true });
    const why = error instanceof UnusableBackup ? error.why : String(error);
    throw new OperatorFault(`The backup ${file} was removed, because reading it back failed: ${why}. Use another disk.`);
  }
  return made;
}

/** The operator's fault for an error about a file; any other error unchanged. */
function inSentence(error: unknown, sentence: (trouble: string) => string): unknown {
  const trouble = explainFileTrouble(error);
  return trouble === null ? error : new OperatorFault(sentence(trouble));
}

const shopVersion = (): string => (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }).version;

/** Removes all but the newest, of which `file` is the last. Throws `OperatorFault` when one can't be removed. */
async function prune({ directory, save }: Config['backup'], file: string): Promise<void> {
  try {
    await removeEarlier(directory, basename(file), save);
  } catch (error) {
    throw inSentence(error, (trouble) => `The backup ${file} was made, but earlier ones can’t be removed: ${trouble}.`);
  }
}

async function removeEarlier(directory: string, last: string, save: number): Promise<void> {
  const names = await readdir(directory);
  // The names sort by time. Later ones are from when the clock was wrong: they must not take the place of this one.
  const made = names.filter((name) => MADE_BY_ITSELF.test(name) && name <= last).sort();
  for (const name of made.slice(0, Math.max(0, made.length - save))) await rm(join(directory, name), { force: true });
  for (const name of names.filter((found) => UNFINISHED.test(found))) {
    const found = await stat(join(directory, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(join(directory, name), { force: true });
  }
}

async function withDatabase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  const db = openPatiently(config.database);
  await work(db).finally(() => db.destroy());
}
