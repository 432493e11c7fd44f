import { v7 as uuid } from 'uuid';
import { imageIdOf } from '#contract/shared/image-sizes.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ImageStore } from '../../ports/image-store.ts';
import { measurePicture } from './measure/measure.ts';
import type { MadePicture } from './picture-jobs.ts';
import { pictures } from './picture-pool.ts';
import { beginImage, finishImage, hasImage } from './queries.ts';

/** What differs between stores: where a picture's files are. */
export type Place = Pick<ImageStore, 'kind' | 'base' | 'remove'> & {
  /** Stores all sizes of a picture; may leave some behind when it fails. */
  save(id: string, picture: Pick<MadePicture, 'files'>): Promise<{ address: string; deleteUrl: string | null }>;
  /** Reads a file of a stored picture, large enough to analyze; null when it is missing. */
  read(picture: { id: string; address: string | null }): Promise<Buffer | null>;
};

type Options = {
  place: Place;
  db: Db;
  clock: Clock;
  /** Certificates of the authorities whose signers are believed, as PEM. */
  anchors?: readonly string[] | undefined;
  /** Called with the address where an operator can delete a picture that was stored but not recorded, and with the error. */
  onLeft?: (deleteUrl: string, error: unknown) => void;
};

/** Stores pictures. Each gets its row first, so that anything a failure leaves behind can be found and removed. */
export function createPictureStore({ place, db, clock, anchors = [], onLeft }: Options): Pick<ImageStore, 'measure' | 'put' | 'has' | 'hashPicture'> {
  return {
    measure: (bytes) => measurePicture(bytes).cost,
    async put(bytes) {
      const now = clock.now();
      const picture = await pictures.make(bytes, { anchors, now });
      const id = uuid({ msecs: now });
      const { width, height, hints } = picture;
      await beginImage(db, { id, width, height, store: place.kind, created_at: now }, picture);
      let left: string | null = null;
      try {
        const { address, deleteUrl } = await place.save(id, picture);
        left = deleteUrl;
        await finishImage(db, id, { address, delete_url: deleteUrl, stored_at: clock.now() });
        return { address, hints };
      } catch (error) {
        if (left !== null) onLeft?.(left, error);
        // Not awaited: an unavailable store would keep the person waiting twice as long. The row stays, so the sweep tries again.
        place.remove(id).catch(() => {});
        throw error;
      }
    },
    async hashPicture(picture) {
      const bytes = await place.read(picture);
      return bytes && (await pictures.perceptualHash(bytes));
    },
    has: (address) => hasImage(db, { address, id: imageIdOf(address, place), now: clock.now() }),
  };
}
