import { MIN_PAGE_SALES } from '#contract/price-estimates.ts';
import { nextTurn } from '../../turns.ts';
import { gradeOf } from './facts.ts';
import { medianOf, toRounded } from './price-range.ts';
import type { SalesState } from './sales-state.ts';

/** Sales read in a turn, at a few milliseconds. */
const SALES_A_TURN = 5000;

/** The median price of each catalog model with enough sales since a time, in dollars, by the model's id. Works in turns, so that requests go on. */
export async function typicalPricesOf({ byModel }: Pick<SalesState, 'byModel'>, since: number): Promise<Map<string, number>> {
  const prices = new Map<string, number[]>();
  let read = 0;
  for (const sales of byModel.values()) {
    for (const { catalogModel, condition, priceCents, soldAt } of sales.values()) {
      if (catalogModel === null || soldAt < since || gradeOf(condition) === 'broken') continue;
      const ofModel = prices.get(catalogModel);
      if (ofModel) ofModel.push(priceCents);
      else prices.set(catalogModel, [priceCents]);
    }
    read += sales.size;
    if (read < SALES_A_TURN) continue;
    read = 0;
    await nextTurn();
  }
  return mediansOf(prices);
}

async function mediansOf(prices: Map<string, number[]>): Promise<Map<string, number>> {
  const medians = new Map<string, number>();
  let sorted = 0;
  for (const [model, ofModel] of prices) {
    if (ofModel.length >= MIN_PAGE_SALES) medians.set(model, toRounded(medianOf(ofModel)));
    sorted += ofModel.length;
    if (sorted < SALES_A_TURN) continue;
    sorted = 0;
    await nextTurn();
  }
  return medians;
}
