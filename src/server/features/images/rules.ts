import { MAX_IMAGE_BYTES } from '#contract/images.ts';
import { ConflictError, InvalidError, TooLargeError } from '../../errors.ts';

export const TOO_LARGE = `This photo is larger than ${MAX_IMAGE_BYTES / 1e6} MB. Choose a smaller one.`;

type Upload = { size: number; received: number; outcome: string | null };
type Part = { position: number; size: number; content: string };

/** The most parts of a file; smaller parts would take far more space than the file. */
const MAX_PARTS = 400;

/** A file sent in parts has the same size limit as one sent whole. Throws `TooLarge`. */
export function requireAcceptableSize(size: number): void {
  if (size > MAX_IMAGE_BYTES) throw new TooLargeError(TOO_LARGE);
}

/** A part that was not taken must be one that is there already; throws `Invalid` when it goes past the file's end, else `Conflict` with how to go on. */
export function requireSamePart(upload: Upload, part: Part, stored: Omit<Part, 'position'> | null): void {
  if (upload.outcome !== null) throw new ConflictError('conflict', 'This upload is already complete.');
  if (part.position + part.size > upload.size)
    throw new InvalidError(`This part goes past the end of the file, which has ${upload.size} bytes. Start the upload again.`);
  if (stored?.size === part.size && stored.content === part.content) return;
  throw new ConflictError('conflict', `${upload.received} bytes have been received. Continue from there.`);
}

/** Throws `Invalid` for the next part when it is too small, unless it is the file's last. */
export function requireWorthyPart({ size, received }: Upload, { position, size: bytes }: Part): void {
  const least = Math.ceil(size / MAX_PARTS);
  if (position === received && bytes < least && position + bytes < size)
    throw new InvalidError(`Every part of this file except the last must have at least ${least} bytes.`);
}

/** Throws `Conflict` while parts are missing. */
export function requireWhole({ size, received }: Upload): void {
  if (received < size) throw new ConflictError('conflict', `Only ${received} of ${size} bytes have been received. Send the rest first.`);
}
