import { readFileSync } from 'node:fs';
import { errorsOf, fitCurve, fitLevel, levelErrorsOf, quantile, splitAside, toObservation, toOffer } from '../src/server/features/price-estimates/fitting.ts';
import { say } from '../src/server/process/say.ts';

const SEED = 19;
const DIGITS = 4;

const [sold, offered] = process.argv.slice(2);

function round(values: readonly number[]): string {
  return values.map((value) => Number(value.toFixed(DIGITS))).join(', ');
}

function percent(errors: readonly number[]): string {
  return `${(quantile(errors, 0.5) * 100).toFixed(1)} %`;
}

function read<T>(file: string, toItem: (line: string) => T | null): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => toItem(line) ?? []);
}

if (sold === undefined) {
  process.stderr.write(
    'Name a file of JSON lines, each with days_used, release_year, storage_gb, new_price_eur and used_price_eur;\n' +
      'then, if there is one, a file of offers with source, condition, release_year, observed, resale_price_usd and original_price_usd.\n',
  );
  process.exit(1);
}

const observations = read(sold, toObservation);
const { stored, aside } = splitAside(observations, SEED);
say(`${observations.length} phones; errors are medians over ${aside.length} that nothing was fitted on.`);
for (const since of ['purchase', 'launch'] as const) {
  say(`${since}: error ${percent(errorsOf(since, fitCurve(since, stored).coefficients, aside))}`);
  say(`  [${round(fitCurve(since, observations).coefficients)}]`);
}

// The level is relative to the shop's current launch curve, so a new curve must be saved first.
if (offered !== undefined) {
  const offers = read(offered, toOffer);
  const parts = splitAside(offers, SEED);
  const { coefficients, spread } = fitLevel(offers);
  say(
    `${offers.length} offers: error ${percent(levelErrorsOf(fitLevel(parts.stored).coefficients, parts.aside))}, without a level ${percent(levelErrorsOf([], parts.aside))}`,
  );
  say(`  { coefficients: [${round(coefficients)}], spread: [${round(spread)}] }`);
}
