import { OperatorFault } from '../src/server/errors.ts';
import {
  errorsOf,
  fitCurve,
  fitLevel,
  levelErrorsOf,
  type Observation,
  type Offer,
  quantile,
  splitAside,
  toObservation,
  toOffer,
} from '../src/server/features/price-estimates/fitting.ts';
import { runCommand } from '../src/server/process/command.ts';
import { say } from '../src/server/process/say.ts';
import { readTextFile } from './read-text-file.ts';

const SEED = 19;
const DIGITS = 4;
const USAGE =
  'Name a file of JSON lines, each with days_used, release_year, storage_gb, new_price_eur and used_price_eur;\n' +
  'then, if there is one, a file of offers with source, condition, release_year, observed, resale_price_usd and original_price_usd.';

await runCommand(async () => {
  const [sold, offered] = process.argv.slice(2);
  if (sold === undefined) throw new OperatorFault(USAGE);
  fitCurves(read(sold, toObservation));
  // The level is relative to the shop's current launch curve, so a new curve must be saved first.
  if (offered !== undefined) fitLevels(read(offered, toOffer));
});

function read<T>(file: string, toItem: (line: string) => T | null): T[] {
  const items = readTextFile(file, 'Take a part of it.')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => toItem(line) ?? []);
  if (items.length === 0) throw new OperatorFault(`${file} has nothing to fit. ${USAGE}`);
  return items;
}

function fitCurves(observations: Observation[]): void {
  const { stored, aside } = splitAside(observations, SEED);
  say(`${observations.length} phones; errors are medians over ${aside.length} that nothing was fitted on.`);
  for (const since of ['purchase', 'launch'] as const) {
    say(`${since}: error ${percent(errorsOf(since, fitCurve(since, stored).coefficients, aside))}`);
    say(`  [${round(fitCurve(since, observations).coefficients)}]`);
  }
}

function fitLevels(offers: Offer[]): void {
  const parts = splitAside(offers, SEED);
  const { coefficients, spread } = fitLevel(offers);
  say(
    `${offers.length} offers: error ${percent(levelErrorsOf(fitLevel(parts.stored).coefficients, parts.aside))}, without a level ${percent(levelErrorsOf([], parts.aside))}`,
  );
  say(`  { coefficients: [${round(coefficients)}], spread: [${round(spread)}] }`);
}

function round(values: readonly number[]): string {
  return values.map((value) => Number(value.toFixed(DIGITS))).join(', ');
}

function percent(errors: readonly number[]): string {
  return `${(quantile(errors, 0.5) * 100).toFixed(1)} %`;
}
