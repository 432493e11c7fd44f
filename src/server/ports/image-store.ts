import type { PhotoHint } from '#contract/images.ts';
import type { PicturePlace } from '#contract/shared/image-sizes.ts';

/** What a picture is recognized by: 64-bit hashes, in hexadecimal, of the whole and of what is left when its edges are cut a little; and a small grey picture, base64. */
export type PerceptualHash = { hashes: string[]; small: string };

export type StoredImage = {
  /** The address a browser shows it at, the largest size; never changes, and always shows the same picture. */
  address: string;
  /** What its photographer may want to do better; mostly nothing. */
  hints: PhotoHint[];
};

/**
 * Keeps pictures. `put` throws `Invalid` with a sentence for the person when the bytes are no picture we take, `TooLarge` when it has too many pixels, and
 * a 502 or 503 when its service does not do its part: then nothing is kept, or what is left of it is known and can be removed.
 */
export type ImageStore = {
  kind: PicturePlace['kind'];
  /** What the addresses of its pictures begin with where browsers read a bucket, such as `https://pictures.example/phones`. */
  base?: string;
  /** What a page's policy has to name for its pictures, such as `https://pictures.example/phones/`; null: nothing, they come from the shop itself. */
  source: string | null;
  /** How dear it is to make a picture of these bytes, in megapixels of an ordinary JPEG, by what they say of themselves. Throws as `put` does for what they say. */
  measure(bytes: Buffer): number;
  put(bytes: Buffer): Promise<StoredImage>;
  /** Whether this address is of a picture that is kept. */
  has(address: string): Promise<boolean>;
  /** What a kept picture is recognized by, read anew from its files; null when they are not there or can't be read. Throws when its service gives no answer. */
  hashPicture(picture: { id: string; address: string | null }): Promise<PerceptualHash | null>;
  /** Removes what there is of a picture, however much that is. Answers false when this store leaves that to people. Doing it twice is harmless. */
  remove(id: string): Promise<boolean>;
  /** Asks the service whether it takes the shop's keys: what its operator should look at, by the settings' names; null when it does. Throws when it can't be asked. */
  findFault(): Promise<string | null>;
};

/** Files of pictures that the shop serves itself, by the picture's id and the file's name, such as `640.webp`. */
export type ImageFiles = {
  read(id: string, name: string): Promise<Buffer | null>;
  /** Keeps a file beside those of a picture that is there. */
  write(id: string, name: string, bytes: Buffer): Promise<void>;
};
