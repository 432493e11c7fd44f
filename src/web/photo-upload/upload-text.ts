import type { UploadProgress } from './upload-photo.ts';

export type UploadState = { at: 'idle' } | UploadProgress | { at: 'failed'; message: string };

/** What a photo's field says about its upload; null when there is nothing to say. `isAwaited`: the form can't be sent because of it. */
export function describeUpload(state: UploadState, isAwaited: boolean): string | null {
  if (state.at === 'idle') return null;
  if (state.at === 'failed') return state.message;
  const { at, percent } = state;
  if (isAwaited) return `A photo is still uploading: ${at === 'paused' ? `paused at ${percent}%, no connection` : `${percent}%`}.`;
  return at === 'paused' ? `Paused at ${percent}%: no connection. We’ll resume automatically.` : `Uploading photo: ${percent}%`;
}
