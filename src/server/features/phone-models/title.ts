import { atomsOf } from './names.ts';

/** A part of a title; no name extends across a barrier. */
export type Piece = { text: string; attached: boolean; isBarrier: boolean };

/** A title, prepared for finding models in it. */
export type Title = { pieces: Piece[]; years: Set<string>; networks: Set<string>; isOnePhone: boolean };

/** Words for parts and covers, which name the phones that they fit. */
const NO_PHONE =
  /\b(?:cases?|covers?|protectors?|tempered|chargers?|charging port|lcd (?:screen|assembly|for)|digitizer|motherboard|logic board|housing|back glass|compatible|for parts|box only|only box|dummy)\b|\bfor (?:apple|iphone|samsung|google|moto|xiaomi|huawei)/iu;
/** Several models for the reader to choose from: `A05 / A05s / A15`. */
const LIST = /\b[a-z]{1,2}\d{1,3}[a-z]{0,2}\s*[/|]\s*[a-z]{1,2}\d{1,3}/iu;
const SIZES = /(?<![\p{L}\p{N}])\d{1,4}(?:\.\d{1,4})?\s?(?:gb|tb|g\.b|mb|mah|mp|hz|gig|inch(?:es)?|["”″'’]{1,4}|%|w|rom|ram)(?![\p{L}\p{N}])/giu;
const MEMORY = /(?<![\p{L}\p{N}.])(?:[123468]|12|16|18|24)\s?(?:gb)?\s?(?:ram)?\s?[/+.,&x]\s?(?:16|32|64|128|256|512|1024)\s?(?:gb|rom)?(?![\p{L}\p{N}])/giu;
const LONE_SIZE = /(?<![\p{L}\p{N}])(?:32|64|128|256|512|1024)(?![\p{L}\p{N}])/gu;
const PRICES = /[$€£]\s?\d[\d,.]*|\brs\.?\s?\d[\d,.]*|\b\d{2,3},\d{3}\b|\b0\d{9,}\b/giu;
const BAR = ' \u{1f}bar\u{1f} ';
const BARRIER = 'barrierpiece';

const NETWORK = /(?<![\p{L}\p{N}])([345]g|lte)(?![\p{L}\p{N}])/giu;
const YEAR = /(?<![\p{L}\p{N}])(20[12]\d)(?![\p{L}\p{N}])/gu;

/** Removes what is no name from a title: sizes, prices, years and networks. */
export function readTitle(title: string): Title {
  const networks = new Set<string>();
  const years = new Set<string>();
  const rest = title
    .slice(0, 500)
    .replace(PRICES, BAR)
    .replace(MEMORY, BAR)
    .replace(SIZES, BAR)
    .replace(LONE_SIZE, BAR)
    .replace(NETWORK, (network) => {
      networks.add(network.toLowerCase());
      return ' ';
    })
    .replace(YEAR, (year) => {
      years.add(year);
      return ' ';
    })
    .replaceAll(BAR, ` ${BARRIER} `)
    .replace(/(?<=\d)\s+\+(?=\s|$)/gu, ' plus')
    .replace(/\+\s*plus(?!\p{L})/giu, ' plus');
  const pieces = atomsOf(rest).map((atom) => ({ ...atom, isBarrier: atom.text === BARRIER }));
  return { pieces, years, networks, isOnePhone: !NO_PHONE.test(title) && !LIST.test(title) };
}
