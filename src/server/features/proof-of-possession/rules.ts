import { ConflictError, InvalidError, NotFoundError } from '../../errors.ts';

type Code = { expires_at: number; created_at: number; sent_at: number | null };
type Picture = { created_at: number; used_at: number | null };

/** Throws 404 for a code that is not the caller's. */
export function requireCode<T>(code: T | undefined): asserts code is T {
  if (!code) throw new NotFoundError('This code doesn’t exist.');
}

/** Throws 409 for a code that was used or has expired. */
export function requireUsable({ expires_at, sent_at }: Code, now: number): void {
  if (sent_at !== null) throw new ConflictError('conflict', 'This code has already been used. Get a new one.');
  if (expires_at <= now) throw new ConflictError('conflict', 'This code has expired. Get a new one and take the photo again.');
}

/** Throws 422 unless a picture was uploaded after its code was issued and isn't used elsewhere. Times are epoch ms. */
export function requireFresh(picture: Picture | undefined, code: Code): void {
  if (!picture) refuse('This photo is no longer available. Choose it again.');
  else if (picture.created_at < code.created_at) refuse('This photo was uploaded before you got the code. Take a new one that shows the code.');
  else if (picture.used_at !== null) refuse('This photo is already used elsewhere. Take a new one that shows the code.');
}

function refuse(sentence: string): never {
  throw new InvalidError(sentence, { image: sentence });
}

/** Throws 422 for a photo that only differs from another seller's in size or brightness. */
export function requireUnseen(likeness: 'same' | 'alike' | null): void {
  if (likeness === 'same') refuse('This photo appears in another seller’s listing. Take a new photo of your phone together with the code.');
}

/** Throws 404 unless the listing is the caller's own and on sale. */
export function requireOnSale<T>(listing: T | undefined): asserts listing is T {
  if (!listing) throw new NotFoundError('You don’t have this listing on sale.');
}

/** Throws 409 when a listing has its badge already or its photo is under review. */
export function requireWithoutBadge(listing: { possession_proven_at: number | null }, isWaiting: boolean): void {
  if (listing.possession_proven_at !== null) throw new ConflictError('conflict', 'This phone already has its badge.');
  if (isWaiting) throw new ConflictError('conflict', 'We’re already reviewing a photo of this phone. We’ll let you know the result.');
}
