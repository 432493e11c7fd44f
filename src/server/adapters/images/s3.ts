import { IMAGE_WIDTHS } from '#contract/images.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ImageFiles, ImageStore } from '../../ports/image-store.ts';
import { createPictureStore, type Place } from './picture-store.ts';
import type { Patience } from './remote.ts';
import { createS3Bucket, type S3Bucket, type S3Settings } from './s3-bucket.ts';

export type S3StoreSettings = S3Settings & {
  /** The base URL where browsers load the objects, without a trailing slash; null when the shop serves them. */
  publicUrl: string | null;
};

const LARGEST = IMAGE_WIDTHS[IMAGE_WIDTHS.length - 1];
/** Every file a picture may have: its sizes, and the link preview. */
const NAMES = [...IMAGE_WIDTHS.map((width) => `${width}.webp`), 'card.jpg'];

type Options = { db: Db; clock: Clock; anchors?: readonly string[]; settings: S3StoreSettings; patience?: Partial<Patience> };

/** Stores pictures as `<id>/<width>.webp` in a bucket; `files` lets the shop serve them. */
export function createS3ImageStore({ db, clock, anchors, settings, patience }: Options): ImageStore & { files: ImageFiles } {
  const bucket = createS3Bucket(settings, patience);
  const { publicUrl } = settings;
  const place = createPlace(bucket, publicUrl);
  return {
    kind: 's3',
    ...(publicUrl !== null && { base: publicUrl }),
    // Allows only this path of the host: others may keep their files next to it.
    source: publicUrl === null ? null : `${publicUrl}/`,
    ...createPictureStore({ place, db, clock, anchors }),
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

/** Waits for all, failed or not: one that is still running during the cleanup would leave something behind. */
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
