import { useEffect, useRef } from 'react';
import { useDraftEntry } from '../../form-draft.ts';
import { usePhotoUpload } from '../../photo-upload/use-photo-upload.ts';

export type StatementPhotos = ReturnType<typeof useStatementPhotos>;

/** The photos that go with a statement, saved in its draft, and the upload of another one. */
export function useStatementPhotos(draft: string) {
  const [photos, setPhotos] = useDraftEntry<string[]>(draft, 'photos', []);
  const upload = usePhotoUpload();
  // Others may be removed while one is uploaded.
  const latest = useRef(photos);
  useEffect(() => {
    latest.current = photos;
  }, [photos]);
  return { photos, setPhotos, upload, add: (photo: string) => setPhotos([...latest.current, photo]) };
}
