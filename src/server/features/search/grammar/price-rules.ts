import { type Outcome, type Rule, required, rule } from './rule.ts';

const CHEAP_CENTS = 20_000;
/** How far from “around $200” a price may be. */
const AROUND = 0.2;

export const PRICES: Rule[] = [
  rule(['between|from <usd> and|to|-|– <usd>', '<money> -|–|to|and <usd>', '<usd> -|–|to <money>'], ([from = 0, to = 0]) => priceBetween(from, to)),
  rule(
    [
      'under|below|beneath|within|<|≤ <usd>',
      'max|maximum price? of|:? <money>',
      '< = <usd>',
      'less|cheaper|lower than <usd>',
      'up to <usd>',
      'at most <usd>',
      'not|no over|above|more|higher than? <usd>',
      'budget is|of|: <usd>',
      'budget <usd>',
      'budget around|about <usd>',
      '<usd> or|and less|under|below|cheaper',
      '<money> max|maximum',
      '<usd> tops|budget',
      'for|only? <money>',
      '<money>',
    ],
    ([to = 0]) => price(null, to),
  ),
  rule(
    [
      'over|above|>|≥ <usd>',
      '> = <usd>',
      'more|higher than <usd>',
      'at least <usd>',
      'starting? from|at <money>',
      'min|minimum <money>',
      '<usd> or|and more|up|above|over',
    ],
    ([from = 0]) => price(from, null),
  ),
  rule(['around|about|roughly|approximately|approx|circa|~|≈ <usd>', '<usd> ish', 'for|in? the? price? range? around|about <usd>'], ([amount = 0]) =>
    priceBetween(Math.round(amount * (1 - AROUND)), Math.round(amount * (1 + AROUND))),
  ),
  rule(['cheap|affordable|inexpensive', 'low|budget price|cost|priced|phone|phones|android', 'on a budget', 'budget friendly', 'not too? expensive'], () => [
    required(`Up to ${dollars(CHEAP_CENTS)}`, { about: 'price', from: null, to: CHEAP_CENTS, isVague: true }),
  ]),
];

function price(from: number | null, to: number | null): Outcome[] {
  const label = from === null ? `Up to ${dollars(to)}` : to === null ? `From ${dollars(from)}` : `${dollars(from)}–${dollars(to)}`;
  return [required(label, { about: 'price', from, to })];
}

const priceBetween = (from: number, to: number): Outcome[] | null => (from > to ? null : price(from, to));

const dollars = (cents: number | null): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' }).format((cents ?? 0) / 100);
