import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Api } from '../../../api.ts';
import { browserConnection } from '../../../photo-upload/connection.ts';
import { shrinkPhoto } from '../../../photo-upload/shrink-photo.ts';
import { createUploadCalls } from '../../../queries/images.ts';
import type { Photo } from './photo-list.ts';
import { createPhotoUploads, type PhotoUploads } from './photo-uploads.ts';

/** The photos of a form being filled in. Leaving the page cancels their uploads. */
export function usePhotos(api: Api): { photos: readonly Photo[]; uploads: PhotoUploads } {
  const [uploads] = useState(() => createPhotoUploads({ calls: createUploadCalls(api), connection: browserConnection, shrink: shrinkPhoto }));
  const photos = useSyncExternalStore(uploads.subscribe, uploads.photos, uploads.photos);
  useEffect(() => () => uploads.clear(), [uploads]);
  return { photos, uploads };
}
