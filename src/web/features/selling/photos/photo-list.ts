import type { PhotoHint } from '#contract/images.ts';
import { MAX_PHOTOS } from '#contract/listings.ts';
import { createObservable } from '../../../observable.ts';
import type { Passage } from '../../../photo-upload/send-photo.ts';

export type PhotoState =
  | { at: 'waiting' }
  | { at: 'shrinking' }
  | Passage
  /** `hints`: what the shop suggests improving. */
  | { at: 'sent'; address: string; hints?: readonly PhotoHint[] }
  | { at: 'canceled' }
  /** `isFinal`: resending it would always fail. */
  | { at: 'failed'; message: string; isFinal: boolean };

/** One chosen photo; `preview` is an address valid for this page only. */
export type Photo = { key: string; file: File; preview: string; state: PhotoState };

/** The chosen files that were not added: over the limit, or already there. */
export type Added = { tooMany: number; twice: number };
export type PhotoList = ReturnType<typeof createPhotoList>;

/** The photos of one form, in the seller's order. */
export function createPhotoList() {
  const photos = createObservable<readonly Photo[]>([]);
  const find = (key: string): Photo | undefined => photos.get().find((photo) => photo.key === key);
  const append = (added: Omit<Photo, 'key'>[]): void => {
    photos.set([...photos.get(), ...added.map((photo) => ({ ...photo, key: nextKey() }))]);
  };
  let count = 0;
  const nextKey = (): string => {
    count += 1;
    return `photo-${count}`;
  };

  return {
    get: photos.get,
    subscribe: photos.subscribe,
    find,
    setState: (key: string, state: PhotoState): void => photos.set(photos.get().map((photo) => (photo.key === key ? { ...photo, state } : photo))),
    add(files: File[]): Added {
      const before = photos.get().map(({ file }) => file);
      const fresh = files.filter((file, at) => ![...before, ...files.slice(0, at)].some((other) => isSame(file, other)));
      const taken = fresh.slice(0, MAX_PHOTOS - before.length);
      append(taken.map((file) => ({ file, preview: URL.createObjectURL(file), state: { at: 'waiting' } })));
      return { tooMany: fresh.length - taken.length, twice: files.length - fresh.length };
    },
    /** Adds photos that are already uploaded, by their addresses, such as those of a draft. */
    adopt(addresses: string[]): void {
      const taken = addresses.slice(0, MAX_PHOTOS - photos.get().length);
      append(taken.map((address) => ({ file: new File([], ''), preview: address, state: { at: 'sent', address } })));
    },
    remove(photo: Photo): void {
      URL.revokeObjectURL(photo.preview);
      photos.set(photos.get().filter((other) => other.key !== photo.key));
    },
    /** Moves a photo to this position, counted from 0. */
    move(key: string, to: number): void {
      const photo = find(key);
      if (photo)
        photos.set(
          photos
            .get()
            .filter((other) => other !== photo)
            .toSpliced(to, 0, photo),
        );
    },
  };
}

/** Returns the addresses of the uploaded photos, in order. */
export function addressesOf(photos: readonly Photo[]): string[] {
  return photos.flatMap(({ state }) => (state.at === 'sent' ? [state.address] : []));
}

/** A camera may name every photo alike, but no two have the same size. The modification date says nothing: some phones report “now”. */
function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size;
}
