import type { UploadProgress } from './upload-photo.ts';

export type UploadState = { at: 'idle' } | { at: 'uploaded' } | UploadProgress | { at: 'failed'; message: string };

/** What a photo's field says about its upload; `progress` follows the text, and changes too often to be announced. */
type UploadText = { text: string; progress: string };

/** Returns null when there is nothing to say. `isAwaited`: the form can't be sent because of the upload. */
export function describeUpload(state: UploadState, isAwaited: boolean): UploadText | null {
  if (state.at === 'idle' || state.at === 'uploaded') return null;
  if (state.at === 'failed') return { text: state.message, progress: '' };
  const { at, percent } = state;
  const text = isAwaited ? 'A photo is still uploading' : 'Uploading photo';
  if (at === 'sending') return { text, progress: isAwaited ? `: ${percent}%.` : `: ${percent}%` };
  const paused = isAwaited ? `${text}: paused at ${percent}%, no connection.` : `Paused at ${percent}%: no connection. We’ll resume automatically.`;
  return { text: paused, progress: '' };
}
