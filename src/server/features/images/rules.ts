import { MAX_IMAGE_BYTES } from '#contract/images.ts';
import { ConflictError, InvalidError, TooLargeError } from '../../errors.ts';

export const TOO_LARGE = `This picture is larger than ${MAX_IMAGE_BYTES / 1e6} MB, the most the shop takes. Make it smaller and send it again.`;

/** A file in parts may have as many bytes as one that comes whole; throws `TooLarge`. */
export const requireAcceptableSize = (size: number): void => {
  if (size > MAX_IMAGE_BYTES) throw new TooLargeError(TOO_LARGE);
};

type Upload = { size: number; received: number; outcome: string | null };
type Part = { position: number; size: number; content: string };

/** A part that was not taken must be one that is there already; throws `Invalid` when it goes past the file's end, else `Conflict` with how to go on. */
export const requireSamePart = (upload: Upload, part: Part, stored: Omit<Part, 'position'> | null): void => {
  if (upload.outcome !== null) throw new ConflictError('conflict', 'This picture is complete already.');
  if (part.position + part.size > upload.size)
    throw new InvalidError(`This part goes past the end of a file of ${upload.size} bytes. Begin again with the file as it is now.`);
  if (stored?.size === part.size && stored.content === part.content) return;
  throw new ConflictError('conflict', `${upload.received} bytes of this file are here. Go on from there.`);
};

/** A file may come in so many parts; smaller ones would cost far more room than the file. */
const MAX_PARTS = 400;

/** Throws `Invalid` for the next part when it is too small, unless it is the file's last. */
export const requireWorthyPart = ({ size, received }: Upload, { position, size: bytes }: Part): void => {
  const least = Math.ceil(size / MAX_PARTS);
  if (position === received && bytes < least && position + bytes < size)
    throw new InvalidError(`Parts of this file have at least ${least} bytes each, but for the last. Send larger ones.`);
};

/** Throws `Conflict` while parts are missing. */
export const requireWhole = ({ size, received }: Upload): void => {
  if (received < size) throw new ConflictError('conflict', `${received} of ${size} bytes of this file are here. Send the rest first.`);
};
