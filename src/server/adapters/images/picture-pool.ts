import type { ChildProcess } from 'node:child_process';
import pLimit from 'p-limit';
import { HttpError, InvalidError, TooLargeError, unavailableError } from '../../errors.ts';
import { forkApart } from '../../fork-apart.ts';
import type { Trust } from './origin/signature.ts';
import type { PictureJobs } from './picture-jobs.ts';
import type { PictureOutcome, PictureTask } from './picture-process.ts';

type PoolOptions = {
  script?: URL;
  /** The most processes at the same time. */
  atOnce?: number;
  /** The most processor time for one picture; a photo of 40 megapixels takes two seconds in the most expensive format. */
  cpuSeconds?: number;
  /** The most wall-clock time, in case a process hangs or the machine is busy. */
  longestMs?: number;
  /** A process idle for this long ends, and frees its memory. */
  idleMs?: number;
};

const SCRIPT = new URL('./picture-process.ts', import.meta.url);
const MAX_MEMORY_MB = 256;
const RETRY_SECONDS = 5;
const DEAR = 'This picture takes too long to process. Save it as an ordinary JPEG and send that.';
const FAILED = 'We couldn’t read this picture. Nothing was lost. Please try again in a moment.';

/** The pool that this process uses. */
export const pictures = createPicturePool();

/**
 * Runs picture work in separate processes, with a lower priority and without the shop's secrets: a decoder can be stopped, takes no thread that
 * passwords, files and DNS lookups need, and takes nothing else down when it crashes.
 */
export function createPicturePool({ script = SCRIPT, atOnce = 3, cpuSeconds = 10, longestMs = 60_000, idleMs = 20_000 }: PoolOptions = {}): PictureJobs {
  const inTurn = pLimit(atOnce);
  const idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = [];

  async function take(): Promise<ChildProcess> {
    for (let stored = idle.pop(); stored; stored = idle.pop()) {
      clearTimeout(stored.timer);
      if (!stored.child.connected) continue;
      stored.child.ref();
      stored.child.channel?.ref();
      return stored.child;
    }
    return forkApart(script, MAX_MEMORY_MB);
  }

  function giveBack(child: ChildProcess): void {
    if (!child.connected) return;
    child.unref();
    child.channel?.unref();
    idle.push({ child, timer: setTimeout(() => child.disconnect(), idleMs).unref() });
  }

  async function run<Name extends keyof PictureJobs>(job: Name, bytes: Buffer, trust?: Trust): Promise<Awaited<ReturnType<PictureJobs[Name]>>> {
    const outcome = await inTurn(async () => {
      const child = await take().catch((error: Error) => error);
      if (child instanceof Error) return failed(child.message);
      const found = await ask(child, { job, bytes, trust, cpuSeconds }, longestMs);
      if (found.kind === 'stopped' || found.kind === 'failed') child.kill('SIGKILL');
      else giveBack(child);
      return found;
    });
    // The job's name determines the type of its result: both processes run the same code.
    if (outcome.kind === 'done') return outcome.value as Awaited<ReturnType<PictureJobs[Name]>>;
    throw toRefusal(outcome);
  }

  return {
    make: (bytes, trust) => run('make', bytes, trust),
    perceptualHash: (bytes) => run('perceptualHash', bytes),
    preview: (bytes) => run('preview', bytes),
  };
}

/** Runs a task and returns its outcome; never rejects. */
function ask(child: ChildProcess, task: PictureTask, longestMs: number): Promise<PictureOutcome> {
  return new Promise((resolve) => {
    const end = (outcome: PictureOutcome): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      // An unreachable process emits the error again while it ends.
      child.on('error', () => {});
      resolve(outcome);
    };
    const timer = setTimeout(() => end(failed(`no result after ${longestMs} ms`)), longestMs);
    child.once('message', (outcome) => end(outcome as PictureOutcome));
    child.once('error', (error) => end(failed(error.message)));
    child.once('exit', (code, signal) => end(failed(`the process ended with ${code ?? signal}`)));
    child.send(task, (error) => {
      if (error) end(failed(error.message));
    });
  });
}

const failed = (why: string): PictureOutcome => ({ kind: 'failed', why });

function toRefusal(outcome: Exclude<PictureOutcome, { kind: 'done' }>): HttpError {
  if (outcome.kind === 'stopped') return Object.assign(new InvalidError(DEAR), { cause: new Error(`a picture was stopped: ${outcome.why}`) });
  if (outcome.kind === 'failed') return unavailableError(FAILED, { cause: new Error(`pictures: ${outcome.why}`), retryAfterSeconds: RETRY_SECONDS });
  const { status, code, message } = outcome;
  if (status === 422 && code === 'invalid') return new InvalidError(message);
  return status === 413 ? new TooLargeError(message) : new HttpError(status, code, message, status >= 500 ? { retryAfterSeconds: RETRY_SECONDS } : {});
}
