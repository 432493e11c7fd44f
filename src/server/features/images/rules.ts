import { MAX_IMAGE_BYTES } from '#contract/images.ts';
import { ConflictError, InvalidError, MalformedError, TooLargeError } from '../../errors.ts';

export const TOO_LARGE = `This photo is larger than ${MAX_IMAGE_BYTES / 1e6} MB. Choose a smaller one.`;

type Upload = { size: number; received: number; outcome: string | null };
type Part = { position: number; size: number; content: string };

/** The most parts of a file; smaller parts would take far more space than the file. */
const MAX_PARTS = 400;

/** The client disconnected before its photo was stored, which says nothing about the photo. */
export class InterruptedError extends MalformedError {
  constructor() {
    super('The upload was interrupted. Please send the photo again.');
  }
}

/** Throws `TooLargeError` above the size limit, which is the same for a file sent in parts as for one sent whole. */
export function requireAcceptableSize(size: number): void {
  if (size > MAX_IMAGE_BYTES) throw new TooLargeError(TOO_LARGE);
}

/**
 * Checks that a part that wasn't added is one that was received before. Throws `InvalidError` when it goes past the file's end, otherwise `ConflictError` with
 * how to continue.
 */
export function requireSamePart(upload: Upload, part: Part, stored: Omit<Part, 'position'> | null): void {
  if (upload.outcome !== null) throw new ConflictError('conflict', 'This upload is already complete.');
  if (part.position + part.size > upload.size)
    throw new InvalidError(`This part goes past the end of the file, which has ${upload.size} bytes. Start the upload again.`);
  if (stored?.size === part.size && stored.content === part.content) return;
  throw new ConflictError('conflict', `${upload.received} bytes have been received. Continue from there.`);
}

/** Throws `InvalidError` when the next part is too small, unless it is the file's last. */
export function requireLargePart({ size, received }: Upload, { position, size: bytes }: Part): void {
  const least = Math.ceil(size / MAX_PARTS);
  if (position === received && bytes < least && position + bytes < size)
    throw new InvalidError(`Every part of this file except the last must have at least ${least} bytes.`);
}

/** Throws `ConflictError` while parts are missing. */
export function requireWhole({ size, received }: Upload): void {
  if (received < size) throw new ConflictError('conflict', `Only ${received} of ${size} bytes have been received. Send the rest first.`);
}
