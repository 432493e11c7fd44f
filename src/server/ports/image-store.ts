export type StoredImage = {
  /** The address a browser shows it at, the largest size; never changes, and always shows the same picture. */
  address: string;
};

/** Keeps pictures. Throws `Invalid` with a sentence for the person when the bytes are no picture we take, `TooLarge` when it has too many pixels. */
export type ImageStore = {
  kind: 'disk' | 's3' | 'imgbb';
  put(bytes: Buffer): Promise<StoredImage>;
  /** Whether this address is of a picture that this store keeps. */
  holds(address: string): Promise<boolean>;
};
