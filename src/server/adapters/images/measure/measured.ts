/** What a file says of itself. `effort`: how much dearer each of its pixels is than one of an ordinary JPEG. */
export type Measured = { width: number; height: number; effort: number };
