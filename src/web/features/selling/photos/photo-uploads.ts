import type { UploadEdges } from '../../../photo-upload/upload-photo.ts';
import { type Added, createPhotoList, type Photo, type PhotoList, type PhotoState } from './photo-list.ts';
import { createUploadQueue } from './upload-queue.ts';
export type PhotoUploads = ReturnType<typeof createPhotoUploads>;

const END_STATES: PhotoState['at'][] = ['sent', 'canceled', 'failed'];

/** The photos of one form, each uploaded from the moment it is chosen. */
export function createPhotoUploads(edges: UploadEdges) {
  const list = createPhotoList();
  const queue = createUploadQueue(list, edges);

  const forget = (photo: Photo): void => {
    queue.stop(photo);
    list.remove(photo);
  };

  return {
    photos: list.get,
    subscribe: list.subscribe,
    adopt: list.adopt,
    move: list.move,
    add(files: File[]): Added {
      const added = list.add(files);
      queue.beginNext();
      return added;
    },
    remove(key: string): void {
      const photo = list.find(key);
      if (photo) forget(photo);
      queue.beginNext();
    },
    cancel(key: string): void {
      const photo = list.find(key);
      if (!photo || isSettled(photo)) return;
      queue.stop(photo);
      list.setState(key, { at: 'canceled' });
      queue.beginNext();
    },
    /** Retries a canceled or failed upload: a failed one from where it stopped. */
    retry(key: string): void {
      const state = list.find(key)?.state.at;
      if (state !== 'canceled' && state !== 'failed') return;
      list.setState(key, { at: 'waiting' });
      queue.beginNext();
    },
    settled: (): Promise<void> => allSettled(list),
    /** Removes all photos and cancels their uploads. */
    clear(): void {
      for (const photo of list.get()) forget(photo);
    },
  };
}

function isSettled({ state }: Photo): boolean {
  return END_STATES.includes(state.at);
}

/** Resolves when no photo is uploading, whatever the outcome. */
function allSettled(list: PhotoList): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!list.get().every(isSettled)) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = list.subscribe(check);
    check();
  });
}
