import { createDiskImageFiles, createDiskImageStore } from '../adapters/images/disk.ts';
import { createImgbbImageStore } from '../adapters/images/imgbb.ts';
import { createS3ImageStore } from '../adapters/images/s3.ts';
import type { Config } from '../config/config.ts';
import type { ImageFiles } from '../ports/image-store.ts';
import type { Services } from '../services.ts';
import type { Around } from './around.ts';

type Pictures = Pick<Services, 'images' | 'localImages' | 'imageFiles'>;

/** The configured image store: the disk, a bucket or imgbb. */
export function openPictures(
  { images, photoTrust: anchors }: Config,
  { db, clock, onFault, directory }: Pick<Around, 'db' | 'clock' | 'onFault'> & { directory: string },
): Pictures {
  const localImages = createDiskImageStore({ directory, db, clock, anchors });
  const imageFiles = createDiskImageFiles(directory);
  if (images.kind === 'disk') return { images: localImages, localImages, imageFiles };
  if (images.kind === 'imgbb') return { images: createImgbbImageStore({ db, clock, anchors, settings: images, onFault }), localImages, imageFiles };
  const bucket = createS3ImageStore({ db, clock, anchors, settings: images });
  return { images: bucket, localImages, imageFiles: diskFirst(imageFiles, bucket.files) };
}

/** Reads pictures from this machine's disk first: the demo shop's, and those from before there was a bucket. */
function diskFirst(disk: ImageFiles, other: ImageFiles): ImageFiles {
  return {
    read: async (id, name) => (await disk.read(id, name)) ?? other.read(id, name),
    write: (id, name, bytes) => disk.write(id, name, bytes).catch(() => other.write(id, name, bytes)),
  };
}
