import { MAX_IMAGE_BYTES, type PhotoHint } from '#contract/images.ts';
import { MAX_PHOTOS } from '#contract/listings.ts';
import { ApiError } from '../../../api.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import type { UploadCalls } from '../../../queries/images.ts';
import { createSending, type Passage, type Sending } from './send-photo.ts';
import type { Line } from './upload-queue.ts';

/** So many photos are on their way at the same time; the others wait for their turn. */
const AT_ONCE = 2;

export type PhotoState =
  | { at: 'waiting' }
  | { at: 'shrinking' }
  | Passage
  /** `hints`: what the shop says could be better. */
  | { at: 'sent'; address: string; hints?: readonly PhotoHint[] }
  | { at: 'cancelled' }
  /** `isFinal`: it will be refused again, however often it is sent. */
  | { at: 'failed'; message: string; isFinal: boolean };

/** One chosen photo; `preview` is its address for this page alone. */
export type Photo = { key: string; file: File; preview: string; state: PhotoState };

/** What became of chosen files: some are too many, some there already. */
export type Added = { tooMany: number; twice: number };

export type PhotoEdges = { calls: UploadCalls; line: Line; shrink: (file: File, signal: AbortSignal) => Promise<Blob> };

const TOO_LARGE = `This photo is larger than ${MAX_IMAGE_BYTES / 1e6} MB and we couldn’t shrink it. Try saving it as a JPEG.`;
const IN_THE_END: PhotoState['at'][] = ['sent', 'cancelled', 'failed'];

const isSettled = ({ state }: Photo): boolean => IN_THE_END.includes(state.at);
/** A camera calls every photo the same, but no two of them have the same size. When it was changed says nothing: some phones say “now”. */
const isSame = (one: File, other: File): boolean => one.name === other.name && one.size === other.size;

const toFailure = (error: unknown): PhotoState => ({
  at: 'failed',
  message: sentenceOf(error),
  isFinal: error instanceof ApiError && [400, 413, 415, 422].includes(error.status),
});

/** The photos of one form, in the seller's order, each on its way to the shop from the moment it is chosen. */
export const createPhotoUploads = ({ calls, line, shrink }: PhotoEdges) => {
  let photos: readonly Photo[] = [];
  let chosen = 0;
  const running = new Map<string, AbortController>();
  const sendings = new Map<string, Sending>();
  const listeners = new Set<() => void>();

  const change = (next: readonly Photo[]): void => {
    photos = next;
    for (const listener of listeners) listener();
  };
  const become = (key: string, state: PhotoState): void => change(photos.map((photo) => (photo.key === key ? { ...photo, state } : photo)));

  const prepare = async ({ key, file }: Photo, signal: AbortSignal): Promise<Sending> => {
    become(key, { at: 'shrinking' });
    const blob = await shrink(file, signal);
    signal.throwIfAborted();
    if (blob.size > MAX_IMAGE_BYTES) throw new ApiError(413, { message: TOO_LARGE, code: 'too_large' });
    const onChange = (passage: Passage): void => {
      if (running.has(key)) become(key, passage);
    };
    return createSending(blob, { calls, line, onChange });
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
      if (!signal.aborted) become(key, { at: 'sent', address, hints });
    } catch (error) {
      if (!signal.aborted) become(key, toFailure(error));
    }
    if (running.get(key) === controller) running.delete(key);
    beginNext();
  };

  const beginNext = (): void => {
    for (const photo of photos) {
      if (running.size >= AT_ONCE) return;
      if (photo.state.at === 'waiting' && !running.has(photo.key)) void run(photo);
    }
  };

  /** Ends what is under way; what the shop has of it is given up. */
  const stop = ({ key, state }: Photo): void => {
    running.get(key)?.abort();
    running.delete(key);
    if (state.at !== 'sent') sendings.get(key)?.drop();
    sendings.delete(key);
  };

  const forget = (photo: Photo): void => {
    stop(photo);
    URL.revokeObjectURL(photo.preview);
  };

  const find = (key: string): Photo | undefined => photos.find((photo) => photo.key === key);

  return {
    photos: (): readonly Photo[] => photos,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(files: File[]): Added {
      const fresh = files.filter((file, at) => ![...photos.map((photo) => photo.file), ...files.slice(0, at)].some((other) => isSame(file, other)));
      const taken = fresh.slice(0, MAX_PHOTOS - photos.length);
      const added = taken.map((file): Photo => {
        chosen += 1;
        return { key: `photo-${chosen}`, file, preview: URL.createObjectURL(file), state: { at: 'waiting' } };
      });
      change([...photos, ...added]);
      beginNext();
      return { tooMany: fresh.length - taken.length, twice: files.length - fresh.length };
    },
    /** Takes photos that the shop has already, by their addresses, such as those of a draft. */
    adopt(addresses: string[]): void {
      const adopted = addresses.slice(0, MAX_PHOTOS - photos.length).map((address): Photo => {
        chosen += 1;
        return { key: `photo-${chosen}`, file: new File([], address), preview: address, state: { at: 'sent', address } };
      });
      change([...photos, ...adopted]);
    },
    remove(key: string): void {
      const photo = find(key);
      if (photo) forget(photo);
      change(photos.filter((other) => other.key !== key));
      beginNext();
    },
    /** Puts a photo at this place of the order, counted from 0. */
    move(key: string, to: number): void {
      const photo = find(key);
      if (photo) change(photos.filter((other) => other !== photo).toSpliced(to, 0, photo));
    },
    cancel(key: string): void {
      const photo = find(key);
      if (!photo || isSettled(photo)) return;
      stop(photo);
      become(key, { at: 'cancelled' });
      beginNext();
    },
    /** Sends again what was cancelled or failed: the latter from where it stopped. */
    retry(key: string): void {
      const state = find(key)?.state.at;
      if (state !== 'cancelled' && state !== 'failed') return;
      become(key, { at: 'waiting' });
      beginNext();
    },
    /** Resolves when nothing is on its way any more, whatever came of it. */
    settled: (): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!photos.every(isSettled)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
    /** Forgets all photos; what is on its way is cancelled. */
    clear(): void {
      for (const photo of photos) forget(photo);
      change([]);
    },
  };
};
export type PhotoUploads = ReturnType<typeof createPhotoUploads>;
