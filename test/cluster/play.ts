import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { isSuccess, type Journal, WRITES } from './load/journal.ts';
import { inSeconds, measureOutage } from './load/report.ts';
import { until } from './machines/daemons.ts';
import { untilWhole } from './machines/patroni.ts';
import type { Trial } from './trial.ts';

/** Longer than it takes until a primary that doesn't answer is replaced. */
const WATCH_MS = 28_000;
/** Before a fault and after its repair, so that what goes wrong late is noticed, too. */
const CALM_MS = 5000;
const WRITING_MS = 60_000;
const WHOLE_MS = 180_000;
/** How long the shop may acknowledge no write, and leave a kind of read without an answer. */
const WRITES_LIMIT_MS = 30_000;
const READS_LIMIT_MS = 10_000;

/** Lets a fault happen and repairs it. Says what people noticed; returns what they should not have. */
export async function play(trial: Trial, fault: Fault, say: (line: string) => void): Promise<string[]> {
  const { journal } = trial.load;
  await untilWhole(trial.machines, WHOLE_MS);
  await wait(CALM_MS);
  const since = performance.now();
  const repair = await fault.strike(trial);
  await wait(Math.max(0, since + WATCH_MS - performance.now()));
  await untilAllWrite(journal, performance.now());
  await repair();
  await untilWhole(trial.machines, WHOLE_MS);
  const wholeAt = performance.now();
  await wait(CALM_MS);
  const { writesMs, readsMs, failedCalls } = measureOutage(journal, { since, until: performance.now() });
  say(
    `${fault.says}: no write for ${inSeconds(writesMs)} s, no read for ${inSeconds(readsMs)} s, ${failedCalls} calls failed; all is whole after ${inSeconds(wholeAt - since)} s`,
  );
  return [
    ...(writesMs > WRITES_LIMIT_MS ? [`${fault.says}: nothing could be written for ${inSeconds(writesMs)} s`] : []),
    ...(readsMs > READS_LIMIT_MS ? [`${fault.says}: something could not be read for ${inSeconds(readsMs)} s`] : []),
  ];
}

/** Waits until something of every kind was written that was sent after this moment. */
function untilAllWrite({ calls }: Journal, since: number): Promise<void> {
  const isWritten = (kind: (typeof WRITES)[number]) => calls.some((call) => call.kind === kind && call.sentAt > since && isSuccess(call));
  return until('every kind of write', () => WRITES.every(isWritten), { withinMs: WRITING_MS });
}
