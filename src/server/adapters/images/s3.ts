import { IMAGE_WIDTHS } from '#contract/images.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ImageFiles, ImageStore } from '../../ports/image-store.ts';
import { createPictureStore, type Place } from './picture-store.ts';
import type { Patience } from './remote.ts';
import { createS3Bucket, type S3Bucket, type S3Settings } from './s3-bucket.ts';

export type S3StoreSettings = S3Settings & {
  /** Where browsers read the bucket's objects, without a slash at the end; null: from the shop. */
  publicUrl: string | null;
};

const LARGEST = IMAGE_WIDTHS[IMAGE_WIDTHS.length - 1];
/** Everything that is ever kept of a picture: its sizes, and the preview that links show. */
const NAMES = [...IMAGE_WIDTHS.map((width) => `${width}.webp`), 'card.jpg'];

type Options = { db: Db; clock: Clock; settings: S3StoreSettings; patience?: Partial<Patience> };

/** Keeps pictures as `<id>/<width>.webp` in a bucket; `files` are the same, for the shop to serve. */
export function createS3ImageStore({ db, clock, settings, patience }: Options): ImageStore & { files: ImageFiles } {
  const bucket = createS3Bucket(settings, patience);
  const { publicUrl } = settings;
  const place = createPlace(bucket, publicUrl);
  return {
    kind: 's3',
    ...(publicUrl !== null && { base: publicUrl }),
    // Of that host's files those below this path alone: others put theirs beside it.
    source: publicUrl === null ? null : `${publicUrl}/`,
    ...createPictureStore({ place, db, clock }),
    remove: place.remove,
    findFault: bucket.findFault,
    files: createFiles(bucket),
  };
}

function createPlace(bucket: S3Bucket, publicUrl: string | null): Place {
  return {
    kind: 's3',
    ...(publicUrl !== null && { base: publicUrl }),
    async save(id, { files }) {
      await allOf(files.map(({ width, bytes }) => bucket.put(`${id}/${width}.webp`, bytes, 'image/webp')));
      return { address: `${publicUrl ?? '/images'}/${id}/${LARGEST}.webp`, deleteUrl: null };
    },
    read: ({ id }) => bucket.get(`${id}/640.webp`),
    async remove(id) {
      await allOf(NAMES.map((name) => bucket.remove(`${id}/${name}`)));
      return true;
    },
  };
}

/** Waits for all of them, failed or not: what still runs when the others are taken back would leave something behind. */
async function allOf(works: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

function createFiles(bucket: S3Bucket): ImageFiles {
  return {
    read: (id, name) => bucket.get(`${id}/${name}`),
    write: (id, name, bytes) => bucket.put(`${id}/${name}`, bytes, 'image/jpeg'),
  };
}
