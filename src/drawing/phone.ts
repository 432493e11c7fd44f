/** A position on a phone's back or front, in millimeters from its top left corner. */
export type Spot = [x: number, y: number];

/** A phone's look, apart from its dimensions; lengths in millimeters. */
export type Look = {
  /** The back's color; the frame's derives from it unless given. */
  back: string;
  frame?: string;
  /** The body's corner radius. */
  corner: number;
  finish: 'glass' | 'satin' | 'matte';
  /** What interrupts the front: a home button, a notch, a drop, a pill, a hole, bars above and below, or nothing. */
  front: 'button' | 'notch' | 'drop' | 'pill' | 'hole' | 'hole-left' | 'hole-right' | 'bars' | 'whole';
  island?: { at: Spot; size: Spot; radius: number; tone?: string };
  lenses: [x: number, y: number, radius: number][];
  flash?: Spot;
  /** Fingerprint reader on the back. */
  reader?: [x: number, y: number, radius: number];
  /** Light strips under a clear back. */
  glyphs?: true;
};

/** The facts to draw a phone from. Colors are `#rrggbb`. */
export type PhoneFacts = {
  /** Height, width and depth in millimeters. */
  size: [height: number, width: number, depth: number];
  screen: { inches: number; pixels: [width: number, height: number] };
  look: Look;
};

/** Choices that look random but are always the same for the same name. */
export type Chance = {
  /** From `low` up to `high`. */
  between(low: number, high: number): number;
  oneOf<T>(choices: readonly [T, ...T[]]): T;
};
