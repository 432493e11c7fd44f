import type { UploadProgress } from './upload-photo.ts';

export type UploadState = { at: 'idle' } | UploadProgress | { at: 'failed'; message: string };

/** What a photo's field says about its upload; null when there is nothing to say. */
export function describeUpload(state: UploadState): string | null {
  if (state.at === 'idle') return null;
  if (state.at === 'failed') return state.message;
  const { at, percent } = state;
  return at === 'paused' ? `Paused at ${percent}%: no connection. We’ll resume automatically.` : `Uploading photo: ${percent}%`;
}
