import type { Brand } from '../../catalog/index.ts';
import type { UpdatePolicy } from './updates.ts';

/** What is the same for every phone of a model. */
export type ModelFacts = {
  /** Stands alone on a card: where it says little by itself (`13`, `GT`), the brand is part of it. */
  model: string;
  /** Millimetres. */
  size: [height: number, width: number, depth: number];
  grams: number;
  build: string;
  sim: string;
  screen: { type: string; inches: number; pixels: [width: number, height: number] };
  chip: string;
  cpu: string;
  rear: string;
  front: string;
  jack?: true;
  withoutNfc?: true;
  withoutGyroscope?: true;
  network: '4G' | '5G';
  wifi: '4' | '5' | '6' | '6E' | '7';
  bluetooth: string;
  port: 'Lightning' | 'USB-C' | 'Micro-USB';
  unlock: 'face' | 'home button' | 'side' | 'under the display' | 'back';
  barometer?: true;
  /** Begins with what it holds: `3,110 mAh`. */
  battery: string;
  features: string;
};

/** A model as the shop itself has written it down. */
export type WrittenModel = ModelFacts & {
  /** Other names that people and lists give it. */
  also?: string[];
  /** Those of every region that is known for sure, parted by a space. */
  numbers: string;
  /** The month in which it could first be bought, `2019-09`. */
  released: string;
  /** What the one with the smallest storage cost then, without a contract; in euros or rupees where it was not sold for dollars. */
  launch: { usd: number } | { eur: number } | { inr: number };
  /** Gigabytes. */
  storage: number[];
  ram: number[];
  /** Parted by a comma, as the maker calls them. */
  colors: string;
  /** With which it came. */
  system: string;
  updates?: UpdatePolicy;
};

export type WrittenBrand = { brand: Brand; models: WrittenModel[] };
