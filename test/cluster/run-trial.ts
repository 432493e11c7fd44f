import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFaults, untilSettled } from './audit.ts';
import { FAULTS } from './faults.ts';
import { countAcknowledged, WRITES } from './load/journal.ts';
import { describeAnswers, findUnclear } from './load/report.ts';
import { until } from './machines/daemons.ts';
import { findByRole, untilWhole } from './machines/patroni.ts';
import { play } from './play.ts';
import { compareRestored, digest, makeBackup } from './restore.ts';
import { type Beginnings, buildTrial, openOn, prepareDirectory, type Trial, tearDown } from './trial.ts';

type Options = { only: string[]; leavesFiles: boolean; isIsolated: boolean };

/** More than it ever takes: nothing runs on forever. */
const LONGEST_MS = 30 * 60_000;
const EQUAL_MS = 30_000;
const MOST_SHOWN = 20;

const startedAt = performance.now();

function say(line: string): void {
  process.stdout.write(`${String(Math.round((performance.now() - startedAt) / 1000)).padStart(4)} s  ${line}\n`);
}

/** Builds the cluster, lets everything happen to it, audits it, and removes it again, also when it is interrupted. Returns the exit code. */
export async function runTrial(options: Options): Promise<number> {
  const made = prepareDirectory();
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not done after ${LONGEST_MS / 60_000} minutes`)), LONGEST_MS);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => reject(new Error('interrupted')));
  if (options.isIsolated) process.stdin.on('close', () => reject(new Error('interrupted'))).resume();
  const faults = await Promise.race([tryEverything(made, options), interrupted]).catch((error: Error) => [error.message]);
  clearTimeout(timer);
  process.stdin.pause();
  for (const fault of faults.slice(0, MOST_SHOWN)) say(`FAILED ${fault}`);
  if (faults.length > MOST_SHOWN) say(`FAILED and ${faults.length - MOST_SHOWN} more`);
  if (options.leavesFiles) say(`the configuration and the logs are in ${made.directory}`);
  await tearDown(made, options);
  say(faults.length === 0 ? 'nothing that was acknowledged is lost, and nothing happened twice' : 'the cluster did not survive as it should');
  return faults.length === 0 ? 0 : 1;
}

async function tryEverything(made: Beginnings, { only, isIsolated }: Options): Promise<string[]> {
  const trial = await buildTrial(made, { isIsolated, say });
  const { machines, site } = trial;
  await makeBackup(site, await primaryOf(trial));
  say('a full backup is made');
  const faults: string[] = [];
  for (const fault of FAULTS) {
    if (only.length > 0 && !only.includes(fault.name)) continue;
    if (fault.isIsolated && !isIsolated) say(`Left out: ${fault.says}: only root can give each machine a disk of its own`);
    else faults.push(...(await play(trial, fault, say)));
  }
  await trial.load.stop();
  writeFileSync(join(site.directory, 'logs/calls.json'), JSON.stringify(trial.load.journal.calls));
  writeFileSync(join(site.directory, 'logs/shops.log'), trial.shops.output());
  const db = openOn(await primaryOf(trial));
  await untilSettled(db);
  faults.push(...findUnclear(trial.load.journal), ...(await findFaults(db, trial.load.journal)));
  await db.destroy();
  reportLoad(trial, faults);
  await trial.shops.stop();
  await untilWhole(machines, EQUAL_MS);
  faults.push(...(await compareMachines(trial)), ...(await tryRestoring(trial)));
  return faults;
}

async function primaryOf({ machines }: Trial) {
  const primary = await findByRole(machines, 'leader');
  if (!primary) throw new Error('there is no primary');
  return primary;
}

function reportLoad({ load: { journal } }: Trial, faults: string[]): void {
  const counts = countAcknowledged(journal);
  const lost = faults.filter((fault) => fault.startsWith('lost')).length;
  say(`acknowledged: ${WRITES.map((kind) => `${counts[kind]} ${kind}`).join(', ')}; lost: ${lost}`);
  say(`calls: ${describeAnswers(journal)}`);
  for (const kind of WRITES) if (counts[kind] === 0) faults.push(`no ${kind} were acknowledged, so none could be lost`);
}

/** All three must have the same rows by now. */
async function compareMachines({ machines }: Trial): Promise<string[]> {
  const digests = () => Promise.all(machines.map(async (machine) => JSON.stringify([...(await digest(machine))])));
  const isEqual = async () => new Set(await digests()).size === 1;
  try {
    await until('the same rows on all machines', isEqual, { withinMs: EQUAL_MS, everyMs: 1000 });
  } catch {
    return ['the three machines have different rows'];
  }
  say('all three machines have the same rows');
  return [];
}

async function tryRestoring(trial: Trial): Promise<string[]> {
  const { differing, tables } = await compareRestored(trial.site, await primaryOf(trial));
  if (differing.length === 0) say(`restored to a point in time: all ${tables} tables are as they were`);
  return differing.map((table) => `the table ${table} isn’t restored as it was`);
}
