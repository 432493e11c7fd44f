import type { PhoneFacts } from '#drawing/phone.ts';

/** A phone of the demo shop: what the model is, and the one that is for sale. */
export type StockPhone = Pick<PhoneFacts, 'size' | 'look'> & {
  /** Stands alone on a card: where it says little by itself (`13`, `GT`), the brand is part of it. */
  model: string;
  number: string;
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
