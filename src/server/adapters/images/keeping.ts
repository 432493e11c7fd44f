import { setImmediate } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { imageIdOf } from '#contract/image-sizes.ts';
import type { Db } from '../../db/tables.ts';
import { createGate } from '../../gate.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ImageStore } from '../../ports/image-store.ts';
import { hintsFor } from './hints.ts';
import { lookAt } from './look.ts';
import { greyOfFile, toWebPicture, type WebPicture } from './picture.ts';
import { printOf } from './print.ts';
import { beginImage, finishImage, hasImage } from './queries.ts';

/** A decoded photo takes tens of megabytes: a crowd of uploads waits instead of taking the memory. */
const AT_ONCE = 2;

/** What differs between stores: where a picture's files go, and come from. */
export type Place = Pick<ImageStore, 'kind' | 'base' | 'remove'> & {
  /** Keeps all sizes of a picture; it may leave some behind when it fails. */
  keep(id: string, picture: WebPicture): Promise<{ address: string; deleteUrl: string | null }>;
  /** A file of a picture that is kept, large enough to look at; null when it is not there. */
  read(picture: { id: string; address: string | null }): Promise<Buffer | null>;
};

type Options = {
  place: Place;
  db: Db;
  clock: Clock;
  /** Hears where an operator can remove a picture that is there while its row could not be finished, and why it couldn't. */
  onLeft?: (deleteUrl: string, error: unknown) => void;
};

/** Keeping pictures at a place: each has its row before anything else of it exists, so that whatever a failure leaves behind can be found and removed. */
export const createKeeping = ({ place, db, clock, onLeft }: Options): Pick<ImageStore, 'put' | 'holds' | 'printOf'> => {
  const inTurn = createGate(AT_ONCE);

  return {
    async put(bytes) {
      const picture = await toWebPicture(bytes, inTurn);
      const now = clock.now();
      const id = uuid({ msecs: now });
      const { width, height, grey } = picture;
      await setImmediate();
      const print = printOf(grey);
      await setImmediate();
      const hints = hintsFor(lookAt(grey), { width, height });
      await beginImage(db, { id, width, height, store: place.kind, created_at: now }, print);
      let left: string | null = null;
      try {
        const { address, deleteUrl } = await place.keep(id, picture);
        left = deleteUrl;
        await finishImage(db, id, { address, delete_url: deleteUrl, kept_at: clock.now() });
        return { address, hints };
      } catch (error) {
        if (left !== null) onLeft?.(left, error);
        // Nobody waits for it: a store that is away would keep them twice as long. Its row stays, so that the sweep looks once more.
        place.remove(id).catch(() => {});
        throw error;
      }
    },
    async printOf(picture) {
      const bytes = await place.read(picture);
      const grey = bytes && (await inTurn(() => greyOfFile(bytes)));
      return grey && printOf(grey);
    },
    holds: (address) => hasImage(db, address, imageIdOf(address, place)),
  };
};
