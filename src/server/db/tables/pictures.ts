import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** Written before the first byte of a picture is sent anywhere, so that nothing is ever kept that no row knows of. */
export type ImagesTable = {
  id: string;
  width: number;
  height: number;
  store: 'disk' | 's3' | 'imgbb';
  /** Where browsers load it; null until it is kept, and for pictures from before this was written down. */
  address: string | null;
  /** Where its host lets people remove it, when only people can. */
  delete_url: string | null;
  created_at: Moment;
  /** When all of its files were there. */
  stored_at: Moment | null;
  /** When something of the shop first showed it: from then on it stays. */
  used_at: Moment | null;
  /** When it was given up, because nothing used it: nothing may from then on. */
  removed_at: Moment | null;
  /** When its files were gone, or left to the operator. */
  gone_at: Moment | null;
  /** A small grey picture to compare by, base64; null while there is none, and for one that can't be read any more. */
  small: Generated<string | null>;
  /** When it was looked at for what it is recognized by, whatever came of it. */
  hashed_at: Generated<Moment | null>;
};

/** Hashes of a picture (`part` 0) and of what is left when its edges are cut a little; the bands are their quarters. */
export type PhotoHashesTable = { image_id: string; part: number; hash: string; band0: number; band1: number; band2: number; band3: number };

/** Which of the shop's own pictures a listing shows. `compared_at`: when it was looked for among the others. */
export type ListingPhotosTable = { listing_id: string; image_id: string; address: string; compared_at: Moment | null };

/** A listing shows a photo that another seller's earlier one shows, too. */
export type DuplicatePhotosTable = {
  id: string;
  listing_id: string;
  other_listing_id: string;
  image_id: string;
  other_image_id: string;
  likeness: 'same' | 'alike';
  mirrored: 0 | 1;
  created_at: Moment;
  closed_at: Moment | null;
  decision: 'dismissed' | 'removed' | null;
  decided_by: string | null;
};

/** A code that a seller photographs beside the phone, and what came of it. */
export type PossessionPhotosTable = {
  id: string;
  code: string;
  seller_id: string;
  /** Null until the phone is listed. */
  listing_id: string | null;
  created_at: Moment;
  expires_at: Moment;
  image: string | null;
  image_id: string | null;
  /** Whether the seller wants it to be seen by everybody. */
  shown: 0 | 1;
  /** Another seller's listing with a photo much like it. */
  duplicate_listing_id: string | null;
  sent_at: Moment | null;
  decision: 'confirmed' | 'refused' | null;
  reason: string | null;
  decided_by: string | null;
  decided_at: Moment | null;
  /** When its picture was let go of. */
  released_at: Moment | null;
};

/** A file that is being sent in parts. `outcome`: what came of it, JSON; null until it is complete. */
export type ImageUploadsTable = { id: string; user_id: string; size: number; received: number; outcome: string | null; created_at: Moment };

/** `position`: where in the file the part begins; `content`: base64. */
export type ImageUploadPartsTable = { upload_id: string; position: number; size: number; content: string };
