import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** Written before the first byte of a picture is stored anywhere, so that every stored picture has a row. */
export type ImagesTable = {
  id: string;
  width: number;
  height: number;
  store: 'disk' | 's3' | 'imgbb';
  /** Where browsers load it; null until it is stored, and for old pictures without a recorded address. */
  address: string | null;
  /** Where people can delete it at its host, when only people can. */
  delete_url: string | null;
  created_at: Moment;
  /** When all of its files were stored. */
  stored_at: Moment | null;
  /** When the shop first used it; it is never swept from then on. */
  used_at: Moment | null;
  /** From when on nothing may use it, because it was unused: a day ahead while what showed it can be brought back. */
  removed_at: Moment | null;
  /** When its files were deleted, or left to the operator. */
  gone_at: Moment | null;
  /** Who uploaded it; null for the shop's own, and for those uploaded before this was recorded. */
  uploaded_by: Generated<string | null>;
  /** A small grayscale version for comparison, base64; null while there is none, and when the picture can't be read anymore. */
  small: Generated<string | null>;
  /** When its perceptual hash was attempted, successfully or not. */
  hashed_at: Generated<Moment | null>;
  /** What the photo's own data says: a camera took it, a trusted signer signed it as taken, or a program generated it. */
  origin: Generated<'camera' | 'signed' | 'generated' | null>;
  /** The day on which it was taken, `2026-05-03`. */
  taken_on: Generated<string | null>;
  /** The camera's maker and model. */
  camera: Generated<string | null>;
};

/** Hashes of a picture (`part` 0) and of its crops; the bands are the quarters of a hash. */
export type PhotoHashesTable = { image_id: string; part: number; hash: string; band0: number; band1: number; band2: number; band3: number };

/** Which of the shop's own pictures a listing shows. `compared_at`: when it was checked for duplicates. */
/** A picture of the shop that a listing shows, or showed when it was booked. `added_at`: when, if later than the listing. */
export type ListingPhotosTable = { listing_id: string; image_id: string; address: string; compared_at: Moment | null; added_at: Generated<Moment | null> };

/** A listing with a photo that another seller's earlier listing shows, too. */
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

/** A code that a seller photographs next to the phone, with the photo and the decision. */
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
  /** Whether the seller wants everyone to see it. */
  shown: 0 | 1;
  /** Another seller's listing with a similar photo. */
  duplicate_listing_id: string | null;
  sent_at: Moment | null;
  decision: 'confirmed' | 'refused' | null;
  reason: string | null;
  decided_by: string | null;
  decided_at: Moment | null;
  /** When its picture was released. */
  released_at: Moment | null;
};

/** A file uploaded in parts. `outcome`: the result as JSON; null until it is complete. */
export type ImageUploadsTable = { id: string; user_id: string; size: number; received: number; outcome: string | null; created_at: Moment };

/** `position`: the part's offset in the file; `content`: base64. */
export type ImageUploadPartsTable = { upload_id: string; position: number; size: number; content: string };
