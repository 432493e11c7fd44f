import { MAX_IMAGE_BYTES } from '#contract/shared/image-sizes.ts';
import { ApiError } from '../api.ts';
import type { UploadCalls } from '../queries/images.ts';
import type { Connection } from './connection.ts';
import { createSending, type Passage, type Sending } from './send-photo.ts';

/** Makes a photo smaller, or returns it unchanged. */
export type Shrink = (file: File, signal: AbortSignal) => Promise<Blob>;
export type UploadEdges = { calls: UploadCalls; connection: Connection; shrink: Shrink };

export type UploadProgress = { at: 'sending' | 'paused'; percent: number };

const TOO_LARGE = `This photo is larger than ${MAX_IMAGE_BYTES / 1e6} MB and we couldn’t shrink it. Try saving it as a JPEG.`;

/**
 * Uploads one photo, however often the connection is lost, and returns its address. Throws `ApiError` when the shop rejects it, and throws when `signal`
 * aborts; the shop then keeps nothing of it.
 */
export async function uploadPhoto(
  file: File,
  edges: UploadEdges,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: UploadProgress) => void },
): Promise<string> {
  const sending = await prepareSending(file, edges, { signal, onChange: (passage) => onProgress(toProgress(passage)) });
  try {
    return (await sending.run(signal)).address;
  } catch (error) {
    sending.drop();
    throw error;
  }
}

/** Shrinks a photo to be sent. Throws `ApiError` when it is too large even so. */
export async function prepareSending(
  file: File,
  { shrink, ...edges }: UploadEdges,
  { signal, onChange }: { signal: AbortSignal; onChange: (passage: Passage) => void },
): Promise<Sending> {
  const blob = await shrink(file, signal);
  signal.throwIfAborted();
  if (blob.size > MAX_IMAGE_BYTES) throw new ApiError(413, { message: TOO_LARGE, code: 'too_large' });
  return createSending(blob, { ...edges, onChange });
}

function toProgress(passage: Passage): UploadProgress {
  if (passage.at === 'preparing') return { at: 'sending', percent: 100 };
  return { at: passage.at, percent: Math.floor((100 * passage.sent) / Math.max(passage.of, 1)) };
}
