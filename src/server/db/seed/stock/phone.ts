/** A place on a phone's back or front, in millimetres from its top left corner. */
type Spot = [x: number, y: number];

/** How a phone looks, as far as its facts don't say: lengths in millimetres. */
export type Look = {
  /** Colour of the back; the frame's is made from it unless given. */
  back: string;
  frame?: string;
  /** Radius of the body's corners. */
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

/** A phone of the demo shop: what the model is, and the one that is for sale. */
export type StockPhone = {
  /** Stands alone on a card: where it says little by itself (`13`, `GT`), the brand is part of it. */
  model: string;
  number: string;
  /** Height, width and depth in millimetres. */
  size: [height: number, width: number, depth: number];
  grams: number;
  build: string;
  sim: string;
  screen: { type: string; inches: number; pixels: [width: number, height: number] };
  chip: string;
  cpu: string;
  /** Gigabytes. */
  ram: number;
  storage: number;
  rear: string;
  front: string;
  jack?: true;
  withoutNfc?: true;
  network: '4G' | '5G';
  wifi: '4' | '5' | '6' | '6E' | '7';
  bluetooth: string;
  port: 'Lightning' | 'USB-C' | 'Micro-USB';
  unlock: 'face' | 'home button' | 'side' | 'under the display' | 'back';
  barometer?: true;
  battery: string;
  system: string;
  features: string;
  look: Look;
  offer: {
    color: string;
    condition: 'Like new' | 'Excellent' | 'Very good' | 'Good' | 'Fair';
    place: string;
    /** Dollars, now and when it was new. */
    price: number;
    newPrice: number;
    bought: number;
    region: string;
    lock?: string;
    contract?: string;
    state?: 'advertised' | 'sold' | 'reported';
    story: string;
  };
};
