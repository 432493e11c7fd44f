import { ApiError } from '../../../api.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import type { Passage, Sending } from '../../../photo-upload/send-photo.ts';
import { prepareSending, type UploadEdges } from '../../../photo-upload/upload-photo.ts';
import type { Photo, PhotoList, PhotoState } from './photo-list.ts';

/** How many photos upload at the same time; the others wait. */
const AT_ONCE = 2;

/** Uploads the waiting photos of a list, a few at a time, each from where it stopped. */
export function createUploadQueue(list: PhotoList, edges: UploadEdges) {
  const running = new Map<string, AbortController>();
  const sendings = new Map<string, Sending>();

  const prepare = ({ key, file }: Photo, signal: AbortSignal): Promise<Sending> => {
    list.setState(key, { at: 'shrinking' });
    const onChange = (passage: Passage): void => {
      if (running.has(key)) list.setState(key, passage);
    };
    return prepareSending(file, edges, { signal, onChange });
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
