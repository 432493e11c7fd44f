/** What a file claims. `effort`: how much more expensive each pixel is to decode than an ordinary JPEG's. */
export type Measured = { width: number; height: number; effort: number };
