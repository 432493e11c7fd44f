import { MAX_IMAGE_BYTES } from '#contract/images.ts';
import { ApiError } from '../../../api.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import type { UploadCalls } from '../../../queries/images.ts';
import type { Connection } from './connection.ts';
import type { Photo, PhotoList, PhotoState } from './photo-list.ts';
import { createSending, type Passage, type Sending } from './send-photo.ts';

/** How many photos upload at the same time; the others wait. */
const AT_ONCE = 2;
const TOO_LARGE = `This photo is larger than ${MAX_IMAGE_BYTES / 1e6} MB and we couldn’t shrink it. Try saving it as a JPEG.`;

export type PhotoEdges = { calls: UploadCalls; connection: Connection; shrink: (file: File, signal: AbortSignal) => Promise<Blob> };

/** Uploads the waiting photos of a list, a few at a time, each from where it stopped. */
export function createUploadQueue(list: PhotoList, { calls, connection, shrink }: PhotoEdges) {
  const running = new Map<string, AbortController>();
  const sendings = new Map<string, Sending>();

  const prepare = async ({ key, file }: Photo, signal: AbortSignal): Promise<Sending> => {
    list.setState(key, { at: 'shrinking' });
    const blob = await shrink(file, signal);
    signal.throwIfAborted();
    if (blob.size > MAX_IMAGE_BYTES) throw new ApiError(413, { message: TOO_LARGE, code: 'too_large' });
    const onChange = (passage: Passage): void => {
      if (running.has(key)) list.setState(key, passage);
    };
    return createSending(blob, { calls, connection, onChange });
  };

  const run = async (photo: Photo): Promise<void> => {
    const { key } = photo;
    const controller = new AbortController();
    running.set(key, controller);
    const { signal } = controller;
    try {
      const sending = sendings.get(key) ?? (await prepare(photo, signal));
      sendings.set(key, sending);
      const { address, hints } = await sending.run(signal);
      if (!signal.aborted) list.setState(key, { at: 'sent', address, hints });
    } catch (error) {
      if (!signal.aborted) list.setState(key, toFailure(error));
    }
    if (running.get(key) === controller) running.delete(key);
    beginNext();
  };

  const beginNext = (): void => {
    for (const photo of list.get()) {
      if (running.size >= AT_ONCE) return;
      if (photo.state.at === 'waiting' && !running.has(photo.key)) void run(photo);
    }
  };

  return {
    beginNext,
    /** Aborts a photo's upload and has the server discard what it received. */
    stop({ key, state }: Photo): void {
      running.get(key)?.abort();
      running.delete(key);
      if (state.at !== 'sent') sendings.get(key)?.drop();
      sendings.delete(key);
    },
  };
}

function toFailure(error: unknown): PhotoState {
  return { at: 'failed', message: sentenceOf(error), isFinal: error instanceof ApiError && [400, 413, 415, 422].includes(error.status) };
}
