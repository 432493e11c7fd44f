import { ConflictError, InvalidError, NotFoundError } from '../../errors.ts';

type Code = { expires_at: number; created_at: number; sent_at: number | null };
type Picture = { created_at: number; used_at: number | null };

const refuse = (sentence: string): never => {
  throw new InvalidError(sentence, { image: sentence });
};

/** Throws 404 for a code that is not the caller's. */
export function requireCode<T>(code: T | undefined): asserts code is T {
  if (!code) throw new NotFoundError('You have no such code.');
}

/** Throws 409 for a code that was used or is too old. */
export const requireUsable = ({ expires_at, sent_at }: Code, now: number): void => {
  if (sent_at !== null) throw new ConflictError('conflict', 'This code was used already. Ask for a new one.');
  if (expires_at <= now) throw new ConflictError('conflict', 'This code is more than an hour old. Ask for a new one and take the photo again.');
};

/** Throws 422 unless a picture was uploaded after its code was given, and nothing of the shop shows it. Moments are epoch ms. */
export const requireFresh = (picture: Picture | undefined, code: Code): void => {
  if (!picture) refuse('This photo is no longer available. Choose it again.');
  else if (picture.created_at < code.created_at) refuse('This picture was uploaded before you had the code. Take a new one with the code in it.');
  else if (picture.used_at !== null) refuse('This picture is in the shop already. Take a new one with the code in it.');
};

/** Throws 422 for a photo that is another seller's but for size or light. */
export const requireUnseen = (likeness: 'same' | 'alike' | null): void => {
  if (likeness === 'same') refuse('A listing of somebody else shows this very photo. Take a new one of the phone in your hand, with the code in it.');
};

/** Throws 409 where a badge is there already, or its photo is being looked at. */
export const requireWithoutBadge = (listing: { possession_proven_at: number | null }, isWaiting: boolean): void => {
  if (listing.possession_proven_at !== null) throw new ConflictError('conflict', 'This phone has its badge already.');
  if (isWaiting) throw new ConflictError('conflict', 'A photo of this phone is being looked at. You are told what comes of it.');
};
