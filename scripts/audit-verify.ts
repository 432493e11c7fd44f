import { parseArgs } from 'node:util';
import { OperatorFault } from '../src/server/errors.ts';
import { type Break, type Head, type Verdict, verifyAudit } from '../src/server/features/audit/index.ts';
import { runCommand, withDatabase } from '../src/server/process/command.ts';
import { counted, say } from '../src/server/process/say.ts';

const USAGE = 'Usage: npm run audit:verify [-- --head NUMBER:HASH]. Take the head from an earlier log of the shop or from its audit page.';
/** Rows are sealed within a second while the shop runs. */
const LATE_MS = 60_000;

function readArguments(): string | undefined {
  try {
    return parseArgs({ options: { head: { type: 'string' } } }).values.head;
  } catch {
    throw new OperatorFault(USAGE);
  }
}

function readHead(written: string | undefined): Head | null {
  if (written === undefined) return null;
  const [, number, hash] = /^(\d+):([\da-f]{64})$/u.exec(written) ?? [];
  if (number === undefined || hash === undefined) throw new OperatorFault(USAGE);
  return { number: Number(number), hash };
}

const MESSAGES: Record<Break['why'], string> = {
  missing: 'is missing',
  changed: 'was changed after it was sealed',
  not_following: 'does not follow the row before it: that row was replaced or moved',
  not_as_written_down: 'is not the row that the given head names',
};

function sentencesOf({ head, waiting, waitingSince, broken }: Verdict): string[] {
  const late = waitingSince !== null && Date.now() - waitingSince > LATE_MS;
  const wait =
    waiting === 0
      ? []
      : [`${counted(waiting, 'row is', 'rows are')} not sealed yet${late ? ', and should be if the shop is running: is its background work running?' : '.'}`];
  if (broken) {
    const id = broken.id === null ? '' : ` (${broken.id})`;
    return [
      `The audit log is broken: row ${broken.number}${id} ${MESSAGES[broken.why]}. ${counted(head.number, 'row')} before it ${head.number === 1 ? 'is' : 'are'} intact.`,
      ...wait,
    ];
  }
  return [
    head.number === 0 ? 'The audit log has no sealed row.' : `The audit log is intact: ${counted(head.number, 'row')}, the last sealed as ${head.hash}.`,
    ...wait,
  ];
}

await runCommand(
  async (read) => {
    const known = readHead(readArguments());
    const verdict = await withDatabase(await read(), (db) => verifyAudit(db, known));
    say(sentencesOf(verdict).join('\n'));
    process.exitCode = verdict.broken ? 1 : 0;
  },
  { failed: 2 },
);
