import type { ComparedListing } from '#contract/compare.ts';
import { toFacetKey } from '#contract/shared/facet-text.ts';
import { SPECIFICATION_KEYS, SPECIFICATION_LABELS } from '#contract/shared/specification.ts';
import { judgementInWords } from '../../ui/judgement-badge.tsx';
import { formatPrice } from '../../ui/money.ts';
import { priceOfMonth, priceOfMonthInWords, updatesInWords } from '../../ui/updates-words.ts';

/** What one phone has of something; null where nobody knows. */
export type Cell = { text: string | null; isBest: boolean };
export type Row = { name: string; cells: Cell[]; differs: boolean };
export type RowGroup = { title: string; rows: Row[] };

type Better = 'lower' | 'higher';
type Value = { text: string | null; measure: number | null };

/** The first number before a unit: `4,500 mAh`, `189 g`, `12GB`. */
const measureOf = (text: string, unit: RegExp): number | null => {
  for (const { 0: amount, index } of text.matchAll(AMOUNT)) {
    if (
      unit.test(
        text
          .slice(index + amount.length)
          .trimStart()
          .slice(0, LONGEST_UNIT),
      )
    )
      return Number(amount.replaceAll(',', ''));
  }
  return null;
};
const AMOUNT = /(?<!\d)(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,9}(?:\.\d{1,9})?)(?!\d)/gu;
const LONGEST_UNIT = 10;

/** `8/256` says two sizes, of which nobody knows for sure which is meant. */
export const gigabytesIn = (text: string): number | null => {
  const terabytes = measureOf(text, /^tb\b/iu);
  return terabytes === null ? measureOf(text, /^gb\b/iu) : terabytes * 1024;
};
export const milliampereHoursIn = (text: string): number | null => measureOf(text, /^mah\b/iu);
export const gramsIn = (text: string): number | null => measureOf(text, /^g(?:rams?)?\b/iu);

/** The best are marked where there is anything to choose: two that are known, and not alike. */
const bestOf = (measures: (number | null)[], better: Better | null): number | null => {
  const known = measures.filter((measure) => measure !== null);
  if (better === null || new Set(known).size < 2) return null;
  return better === 'lower' ? Math.min(...known) : Math.max(...known);
};

const toRow = (name: string, values: Value[], better: Better | null = null): Row => {
  const best = bestOf(
    values.map(({ measure }) => measure),
    better,
  );
  return {
    name,
    cells: values.map(({ text, measure }) => ({ text, isBest: best !== null && measure === best })),
    differs: new Set(values.map(({ text }) => (text === null ? '' : toFacetKey(text)))).size > 1,
  };
};

const offerRows = (phones: ComparedListing[], now: number): Row[] => {
  const row = (name: string, toValue: (phone: ComparedListing) => Value, better?: Better): Row => toRow(name, phones.map(toValue), better);
  const textRow = (name: string, textOf: (phone: ComparedListing) => string | null): Row => row(name, (phone) => ({ text: textOf(phone), measure: null }));
  return [
    // What nobody can buy any more is no better offer.
    row('Price', ({ resale_price, status }) => ({ text: formatPrice(resale_price), measure: status === 'sold' ? null : resale_price }), 'lower'),
    textRow('Price check', ({ judgement }) => judgement && judgementInWords(judgement)),
    textRow('Condition', ({ condition }) => condition),
    row(
      'Security updates',
      ({ updatesUntil }) => ({
        text: updatesUntil && updatesInWords(updatesUntil, now).replace('Security updates until', 'Until').replace('Security updates ended', 'Ended'),
        measure: updatesUntil === null ? null : Number(updatesUntil.replace('-', '')),
      }),
      'higher',
    ),
    row(
      'Price a month',
      ({ resale_price, updatesUntil, status }) => {
        const price = priceOfMonth(resale_price, updatesUntil, now);
        return { text: price === null ? null : priceOfMonthInWords(price), measure: status === 'sold' ? null : price };
      },
      'lower',
    ),
    row('Storage', ({ storage }) => ({ text: storage, measure: gigabytesIn(storage) }), 'higher'),
    textRow('Color', ({ color }) => color),
    textRow('Year of use', ({ year_of_use }) => year_of_use),
    textRow('Purchase year', ({ purchase_year }) => purchase_year),
    textRow('Location', ({ location }) => location),
    textRow('Seller', ({ seller_name, seller_verify }) => (seller_verify ? `${seller_name}, verified` : seller_name)),
  ];
};

const MEASURED: Partial<Record<string, { measureIn: (text: string) => number | null; better: Better }>> = {
  battery: { measureIn: milliampereHoursIn, better: 'higher' },
  ram: { measureIn: gigabytesIn, better: 'higher' },
  weight: { measureIn: gramsIn, better: 'lower' },
};

const specificationRows = (phones: ComparedListing[]): Row[] =>
  SPECIFICATION_KEYS.filter((key) => key !== 'storage').map((key) => {
    const { measureIn = () => null, better = null } = MEASURED[key] ?? {};
    return toRow(
      SPECIFICATION_LABELS[key],
      phones.map(({ specification }) => ({ text: specification[key], measure: measureIn(specification[key]) })),
      better,
    );
  });

/** Everything that can be told of phones side by side. `now`: epoch ms. */
export const compareRows = (phones: ComparedListing[], now: number): RowGroup[] => [
  { title: 'The offer', rows: offerRows(phones, now) },
  { title: 'Specification', rows: specificationRows(phones) },
];
