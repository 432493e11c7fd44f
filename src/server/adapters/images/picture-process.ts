import sharp from 'sharp';
import { HttpError } from '../../errors.ts';
import type { Trust } from './origin/signature.ts';
import { type PictureJobs, pictureJobs } from './picture-jobs.ts';

export type PictureTask = { [Name in keyof PictureJobs]: { job: Name; bytes: Uint8Array; trust?: Trust | undefined; cpuSeconds: number } }[keyof PictureJobs];

export type PictureOutcome =
  | { kind: 'done'; value: unknown }
  | { kind: 'refused'; status: number; code: HttpError['code']; message: string }
  | { kind: 'failed'; why: string }
  /** It took more processor time or memory than any photo does, and this process ends. */
  | { kind: 'stopped'; why: string };

/** A photo of 40 megapixels takes half of this in the most expensive format. */
const MAX_MEMORY_BYTES = 1.2e9;
const POLL_MS = 50;

function answer(outcome: PictureOutcome, done?: () => void): void {
  process.send?.(outcome, undefined, undefined, done);
}

/** Ends this process when a picture costs too much: a running decoder can't be interrupted. Returns a function that stops measuring. */
function measureCost(cpuSeconds: number): () => void {
  const before = process.cpuUsage();
  let isStopped = false;
  const look = () => {
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    const memory = process.memoryUsage.rss();
    if (isStopped || (seconds < cpuSeconds && memory < MAX_MEMORY_BYTES)) return;
    isStopped = true;
    const why = `${seconds.toFixed(1)} s of processor time, ${Math.round(memory / 1e6)} MB`;
    answer({ kind: 'stopped', why }, () => process.kill(process.pid, 'SIGKILL'));
  };
  const timer = setInterval(look, POLL_MS);
  return () => clearInterval(timer);
}

async function outcomeOf({ job, bytes, trust }: PictureTask): Promise<PictureOutcome> {
  try {
    return { kind: 'done', value: await pictureJobs[job](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), trust) };
  } catch (error) {
    if (!(error instanceof HttpError)) return { kind: 'failed', why: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    const { status, code, message } = error;
    return { kind: 'refused', status, code, message };
  }
}

sharp.concurrency(1);
process.on('disconnect', () => process.exit());
process.on('message', async (task: PictureTask) => {
  const stopMeasuring = measureCost(task.cpuSeconds);
  const outcome = await outcomeOf(task);
  stopMeasuring();
  answer(outcome);
});
