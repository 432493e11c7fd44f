import type { WrittenModel } from './model.ts';

/** What a unit of the currency was worth in dollars, the European Central Bank's average of the year; rupees by the same table's rates to the euro. */
const DOLLARS: Record<'eur' | 'inr', Record<string, number>> = {
  eur: { 2016: 1.107, 2017: 1.13, 2018: 1.181, 2019: 1.12, 2020: 1.142, 2021: 1.183, 2022: 1.053, 2023: 1.081, 2024: 1.082 },
  inr: { 2020: 0.0135, 2021: 0.0135 },
};

/** The price that a model had at its release in whole dollars. */
export const launchDollarsOf = ({ launch, released }: Pick<WrittenModel, 'launch' | 'released'>): number => {
  if ('usd' in launch) return launch.usd;
  const [currency, amount] = 'eur' in launch ? (['eur', launch.eur] as const) : (['inr', launch.inr] as const);
  const rate = DOLLARS[currency][released.slice(0, 4)];
  if (rate === undefined) throw new Error(`No rate is known for ${currency} in ${released}.`);
  return Math.round(amount * rate);
};
