import { ApiError } from '../api.ts';
import type { UploadCalls, Uploaded, Watch } from '../queries/images.ts';
import type { Connection } from './connection.ts';
import { afterFailure, afterStep, beginWay, type Heard, madeNoProgress, nextStep, type Step, type Way, waitMs } from './upload-plan.ts';

export type Passage = { at: 'sending' | 'paused'; sent: number; of: number } | { at: 'preparing' };

type Edges = { calls: UploadCalls; connection: Connection; onChange: (passage: Passage) => void };

/** When no byte moves for this long, the server counts as unreachable, whatever the browser says. */
const SILENCE_MS = 20_000;
/** The patience once all bytes are sent and the picture is being made: longer than the shop waits for an unresponsive store. */
const PREPARING_MS = 90_000;
const SILENT = { message: 'The upload timed out. Your other entries are safe. Please try this photo again.', code: 'unavailable' as const };
const STOOD_STILL = { message: 'We couldn’t upload this photo. Please try again.', code: 'conflict' as const };
export type Sending = ReturnType<typeof createSending>;

/** One photo's upload, which resumes where it stopped each time it is run. */
export function createSending(photo: Blob, { calls, connection, onChange }: Edges) {
  let way: Way = beginWay(photo.size);

  const report = (at: 'sending' | 'paused', underWay = 0): void => onChange({ at, sent: Math.min(way.received + underWay, way.size), of: way.size });

  const take = async (step: Step, watch: Watch): Promise<Heard | Uploaded> => {
    if (step.do === 'whole') return calls.whole(photo, watch);
    if (step.do === 'begin' || way.id === null) return { id: await calls.begin(photo.size, watch) };
    if (step.do === 'ask') return { received: await calls.ask(way.id, watch) };
    if (step.do === 'complete') return calls.complete(way.id, watch);
    return { received: await calls.send(way.id, step.from, photo.slice(step.from, step.to), watch) };
  };

  /** Takes one step. Returns the photo once uploaded; null while there is more to do. */
  const goOn = async (signal: AbortSignal): Promise<Uploaded | null> => {
    const step = nextStep(way);
    const over = watchOver(signal, connection, step.do === 'complete' ? PREPARING_MS : SILENCE_MS);
    if (step.do === 'complete') onChange({ at: 'preparing' });
    else if (step.do !== 'ask') report('sending');
    const onProgress = (bytes: number): void => {
      const isOut = step.do === 'whole' && bytes >= photo.size;
      over.stir(isOut || step.do === 'complete' ? PREPARING_MS : SILENCE_MS);
      if (isOut) onChange({ at: 'preparing' });
      else if (step.do !== 'complete') report('sending', bytes);
    };
    const began = performance.now();
    try {
      const heard = await take(step, { signal: over.signal, onProgress });
      if ('address' in heard) return heard;
      if (madeNoProgress(way, step, heard)) throw new ApiError(409, STOOD_STILL);
      way = afterStep(way, heard, performance.now() - began);
      return null;
    } catch (error) {
      // Not a lost connection: that would be retried forever, although the shop is stuck.
      throw over.isSilent() ? new ApiError(504, SILENT) : error;
    } finally {
      over.end();
    }
  };

  const drop = (): void => {
    // The shop cleans up any remains itself.
    if (way.id !== null) void calls.drop(way.id).catch(() => {});
    way = beginWay(photo.size);
  };

  return {
    /**
     * Uploads what is missing and returns the photo as the shop has it. Waits while the connection is lost. Throws `ApiError` when the shop rejects
     * it, and throws when `signal` aborts.
     */
    async run(signal: AbortSignal): Promise<Uploaded> {
      way = { ...way, failures: 0, lost: 0, doubtful: way.id !== null };
      for (;;) {
        try {
          signal.throwIfAborted();
          const uploaded = await goOn(signal);
          if (uploaded !== null) return uploaded;
        } catch (error) {
          const next = signal.aborted || !(error instanceof ApiError) ? null : afterFailure(way, error.status);
          if (!next) throw error;
          way = next;
          report('paused');
          await connection.worthTrying(waitMs(way, Math.random()), signal);
        }
      }
    },
    /** Discards what the shop has received. */
    drop,
  };
}

/** Aborts one call when it is canceled, when the connection is lost, or when nothing moves for too long. */
function watchOver(signal: AbortSignal, connection: Connection, patienceMs: number) {
  const call = new AbortController();
  const abort = (): void => call.abort();
  let isSilent = false;
  const giveUp = (): void => {
    isSilent = true;
    abort();
  };
  let timer = setTimeout(giveUp, patienceMs);
  const stir = (forMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, forMs);
  };
  const unfollow = connection.onLost(abort);
  signal.addEventListener('abort', abort);
  return {
    signal: call.signal,
    /** Restarts the timeout after progress, with this patience. */
    stir,
    /** Whether the call was aborted because nothing moved. */
    isSilent: () => isSilent,
    end(): void {
      clearTimeout(timer);
      unfollow();
      signal.removeEventListener('abort', abort);
    },
  };
}
