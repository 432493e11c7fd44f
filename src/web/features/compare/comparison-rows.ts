import type { ComparedListing } from '#contract/compare.ts';
import { conditionFacts } from '#contract/shared/condition-answers.ts';
import { toFacetKey } from '#contract/shared/facet-text.ts';
import { SPECIFICATION_KEYS, SPECIFICATION_LABELS } from '#contract/shared/specification.ts';
import { type FactKey, factOf, factsIn } from '../../listing-facts.ts';
import { describeJudgement } from '../../ui/judgement-badge.tsx';
import { formatPrice } from '../../ui/money.ts';
import { describeUpdates, formatPricePerMonth, pricePerMonth } from '../../ui/updates-text.ts';

/** One phone's value for a row; null where it is unknown. */
export type Cell = { text: string | null; isBest: boolean };
export type Row = { name: string; cells: Cell[]; differs: boolean };
export type RowGroup = { title: string; rows: Row[] };

type Better = 'lower' | 'higher';
type Value = { text: string | null; measure: number | null };
const AMOUNT = /(?<!\d)(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,9}(?:\.\d{1,9})?)(?!\d)/gu;
const LONGEST_UNIT = 10;

const MEASURED: Partial<Record<string, { measureIn: (text: string) => number | null; better: Better }>> = {
  battery: { measureIn: milliampereHoursIn, better: 'higher' },
  ram: { measureIn: gigabytesIn, better: 'higher' },
  storage: { measureIn: gigabytesIn, better: 'higher' },
  weight: { measureIn: gramsIn, better: 'lower' },
};

/** Returns the first size in a text, in gigabytes: what follows may be the largest memory card. Null when unclear, as in `8/256`, which names two. */
export function gigabytesIn(text: string): number | null {
  return measureOf(text, /^[gt]b\b/iu, (unit) => (unit.toLowerCase() === 'tb' ? 1024 : 1));
}

/** Returns the first number before a unit: `4,500 mAh`, `189 g`, `12GB`. */
function measureOf(text: string, unit: RegExp, factorOf: (unit: string) => number = () => 1): number | null {
  for (const { 0: amount, index } of text.matchAll(AMOUNT)) {
    const after = text.slice(index + amount.length).trimStart();
    const [found] = unit.exec(after.slice(0, LONGEST_UNIT)) ?? [];
    if (found !== undefined) return Number(amount.replaceAll(',', '')) * factorOf(found);
  }
  return null;
}

export function milliampereHoursIn(text: string): number | null {
  return measureOf(text, /^mah\b/iu);
}

export function gramsIn(text: string): number | null {
  return measureOf(text, /^g(?:rams?)?\b/iu);
}

/** Returns every comparison row for these phones. `now`: epoch ms. */
export function compareRows(phones: ComparedListing[], now: number): RowGroup[] {
  return [
    { title: 'The offer', rows: offerRows(phones, now) },
    { title: 'Specification', rows: specificationRows(phones) },
  ];
}

function offerRows(phones: ComparedListing[], now: number): Row[] {
  const row = (name: string, toValue: (phone: ComparedListing) => Value, better?: Better): Row => toRow(name, phones.map(toValue), better);
  const textRow = (name: string, textOf: (phone: ComparedListing) => string | null): Row => row(name, (phone) => ({ text: textOf(phone), measure: null }));
  const factRows = (isWanted: (key: FactKey) => boolean): Row[] =>
    factsIn('comparison').flatMap(([key, [label]]) =>
      isWanted(key)
        ? textsRow(
            key,
            label,
            phones.map((phone) => factOf(phone[key])),
          )
        : [],
    );
  return [
    // A phone that can't be bought is not the better offer.
    row('Price', ({ resale_price, status }) => ({ text: formatPrice(resale_price), measure: status === 'sold' ? null : resale_price }), 'lower'),
    textRow('Price check', ({ judgement }) => judgement && describeJudgement(judgement)),
    ...factRows((key) => key === 'condition'),
    ...conditionRows(phones),
    row(
      'Security updates',
      ({ updatesUntil }) => ({
        text: updatesUntil && describeUpdates(updatesUntil, now).replace('Security updates until', 'Until').replace('Security updates ended', 'Ended'),
        measure: updatesUntil === null ? null : Number(updatesUntil.replace('-', '')),
      }),
      'higher',
    ),
    row(
      'Price per month',
      ({ resale_price, updatesUntil, status }) => {
        const price = pricePerMonth(resale_price, updatesUntil, now);
        return { text: price === null ? null : formatPricePerMonth(price), measure: status === 'sold' ? null : price };
      },
      'lower',
    ),
    ...factRows((key) => key === 'storage'),
    ...factRows((key) => key !== 'condition' && key !== 'storage'),
    textRow('Seller', ({ seller_name, seller_verify }) => (seller_verify ? `${seller_name}, verified` : seller_name)),
  ];
}

/** What the sellers answered about the condition; without questions that none of them answered. */
function conditionRows(phones: ComparedListing[]): Row[] {
  const facts = phones.flatMap(({ answers }) => conditionFacts(answers));
  return [...new Set(facts.map(({ label }) => label))]
    .map((name) =>
      toRow(
        name,
        facts.filter(({ label }) => label === name).map(({ value }) => ({ text: value, measure: null })),
      ),
    )
    .filter(({ cells }) => cells.some(({ text }) => text !== null));
}

function toRow(name: string, values: Value[], better: Better | null = null): Row {
  const best = bestOf(
    values.map(({ measure }) => measure),
    better,
  );
  return {
    name,
    cells: values.map(({ text, measure }) => ({ text, isBest: best !== null && measure === best })),
    differs: new Set(values.map(({ text }) => (text === null ? '' : toFacetKey(text)))).size > 1,
  };
}

/** Returns the best measure; null unless at least two are known and they differ. */
function bestOf(measures: (number | null)[], better: Better | null): number | null {
  const known = measures.filter((measure) => measure !== null);
  if (better === null || new Set(known).size < 2) return null;
  return better === 'lower' ? Math.min(...known) : Math.max(...known);
}

/** A row of texts; in some, a number makes more or less the better value. */
function textsRow(key: string, name: string, texts: string[]): Row {
  const { measureIn = () => null, better = null } = MEASURED[key] ?? {};
  return toRow(
    name,
    texts.map((text) => ({ text, measure: measureIn(text) })),
    better,
  );
}

function specificationRows(phones: ComparedListing[]): Row[] {
  return SPECIFICATION_KEYS.filter((key) => key !== 'storage').map((key) =>
    textsRow(
      key,
      SPECIFICATION_LABELS[key],
      phones.map(({ specification }) => specification[key]),
    ),
  );
}
