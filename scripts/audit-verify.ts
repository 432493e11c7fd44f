import { parseArgs } from 'node:util';
import { readConfig, readEnvironment } from '../src/server/config/config.ts';
import { openDatabase } from '../src/server/db/database.ts';
import { migrateDatabase } from '../src/server/db/migrate.ts';
import { type Break, type Head, type Verdict, verifyAudit } from '../src/server/features/audit/index.ts';
import { explainFault } from '../src/server/process/start-faults.ts';

const USAGE = 'Usage: npm run audit:verify [-- --head NUMBER:HASH]. The head is one that stands in an earlier log of the shop, or on its audit page.';
/** Rows are sealed within a second while the shop runs. */
const LATE_MS = 60_000;

function readHead(written: string | undefined): Head | null {
  if (written === undefined) return null;
  const [, number, hash] = /^(\d+):([\da-f]{64})$/u.exec(written) ?? [];
  if (number === undefined || hash === undefined) throw new TypeError(USAGE);
  return { number: Number(number), hash };
}

const WORDS: Record<Break['why'], string> = {
  missing: 'is missing',
  changed: 'does not say what it said when it was sealed',
  not_following: 'does not follow the row before it: that one was replaced, or stood elsewhere',
  not_as_written_down: 'is not the one that was written down',
};

function sentencesOf({ head, waiting, waitingSince, broken }: Verdict): string[] {
  const late = waitingSince !== null && Date.now() - waitingSince > LATE_MS;
  const wait = waiting === 0 ? [] : [`${waiting} rows are not sealed yet${late ? ', and should be if the shop runs: is its background work going on?' : '.'}`];
  if (broken) {
    const id = broken.id === null ? '' : ` (${broken.id})`;
    return [`The audit log is broken: row ${broken.number}${id} ${WORDS[broken.why]}. ${head.number} rows before it are whole.`, ...wait];
  }
  return [head.number === 0 ? 'The audit log has no sealed row.' : `The audit log is whole: ${head.number} rows, the last sealed as ${head.hash}.`, ...wait];
}

try {
  const { values } = parseArgs({ options: { head: { type: 'string' } } });
  const known = readHead(values.head);
  const config = readConfig(readEnvironment());
  await migrateDatabase(config.database);
  const db = openDatabase(config.database, { isPatient: true });
  const verdict = await verifyAudit(db, known).finally(() => db.destroy());
  process.stdout.write(`${sentencesOf(verdict).join('\n')}\n`);
  process.exitCode = verdict.broken ? 1 : 0;
} catch (error) {
  process.stderr.write(`${explainFault(error, null) ?? (error instanceof TypeError ? error.message : String(error))}\n`);
  process.exitCode = 2;
}
