import type { PhotoHint } from '#contract/images.ts';
import type { PicturePlace } from '#contract/shared/image-sizes.ts';

/** Identifies similar pictures: 64-bit hashes, in hexadecimal, of the whole and of its crops, and a small grayscale picture, base64. */
export type PerceptualHash = { hashes: string[]; small: string };

/**
 * What a photo's own data says of where it comes from: `camera`: complete and plausible camera data; `signed`: Content Credentials of a trusted
 * signer say that it was captured; `generated`: they say that a program generated it.
 */
export type PictureOrigin = { kind: 'camera' | 'signed'; takenOn: string | null; camera: string | null } | { kind: 'generated'; takenOn: null; camera: null };

export type StoredImage = {
  /** The browser's address of the largest size; never changes, and always shows the same picture. */
  address: string;
  /** What the photographer could improve; usually empty. */
  hints: PhotoHint[];
};

/**
 * Stores pictures. `put` throws `InvalidError` with a sentence for the person when the bytes are no picture we accept, `TooLargeError` for too many
 * pixels, and a 502 or 503 when its service fails: then nothing is stored, or the remains are recorded and can be removed.
 */
export type ImageStore = {
  kind: PicturePlace['kind'];
  /** The base URL of its pictures where browsers read a bucket, such as `https://pictures.example/phones`. */
  base?: string;
  /** The CSP source for its pictures, such as `https://pictures.example/phones/`; null when the shop serves them itself. */
  source: string | null;
  /** How expensive a picture is to decode, in megapixels of an ordinary JPEG, according to its header. Throws like `put` for what the header shows. */
  measure(bytes: Buffer): number;
  put(bytes: Buffer): Promise<StoredImage>;
  /** Whether this is the address of a stored picture. */
  has(address: string): Promise<boolean>;
  /** Computes a stored picture's hash again from its files; null when they are missing or can't be read. Throws when its service doesn't respond. */
  hashPicture(picture: { id: string; address: string | null }): Promise<PerceptualHash | null>;
  /** Removes whatever exists of a picture; safe to repeat. Returns false when this store leaves that to people. */
  remove(id: string): Promise<boolean>;
  /**
   * Checks whether the service accepts the shop's keys. Returns what the operator should fix, by the settings' names; null when it does. Throws when
   * the service can't be reached.
   */
  findFault(): Promise<string | null>;
};

/** The picture files that the shop serves itself, by the picture's id and a file name such as `640.webp`. */
export type ImageFiles = {
  /** Null when there is no such file. */
  read(id: string, name: string): Promise<Buffer | null>;
  /** Stores another file for an existing picture. */
  write(id: string, name: string, bytes: Buffer): Promise<void>;
};
