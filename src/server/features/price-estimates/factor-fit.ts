import { type ConditionGrade, PriceFactor } from '#contract/price-estimates.ts';
import { days } from '#contract/shared/durations.ts';
import { nextTurn } from '../../turns.ts';
import type { FactorEffect } from './factors.ts';
import { gradeOf } from './facts.ts';
import { solve } from './least-squares.ts';
import { medianOf } from './price-range.ts';
import type { SaleOfListing } from './queries.ts';

/** A factor is looked at with so many sales and sellers on either side, among models and storages that sold with and without it. */
const MIN_SALES_A_SIDE = 30;
const MIN_SELLERS_A_SIDE = 10;
/** Of the normal distribution, for intervals of 99%: seven factors are tried at once. */
const Z = 2.576;
/** An interval must be this far from zero to be worth a sentence; a larger effect than that is a mistake in the data. */
const LEAST = 0.005;
const MOST = 0.5;

const ROUNDS = 8;
/** Huber's constant: a residual beyond so many standard deviations weighs less. */
const TUNING = 1.345;
const NORMAL_MAD = 0.6745;
const LEAST_SCALE = 0.005;
/** Keeps columns that say the same from dividing by zero. */
const RIDGE = 1e-6;

const GRADES: (ConditionGrade | null)[] = ['new', 'like_new', 'very_good', 'fair', 'poor', null];

type Row = { group: number; seller: number; y: number; x: number[] };
type Fit = { coefficients: number[]; errors: number[] };

/**
 * Finds which factors these sales show to matter, and by how much: a robust regression (Huber) of the price's logarithm within each model and storage
 * on all factors, condition and time at once, with errors that allow for sellers whose prices go together. Works in turns.
 */
export async function fitFactors(sales: readonly SaleOfListing[]): Promise<FactorEffect[]> {
  const working = sales.filter(({ condition, priceCents }) => priceCents > 0 && gradeOf(condition) !== 'broken');
  const factors: PriceFactor[] = [];
  for (const factor of PriceFactor.options) {
    await nextTurn();
    if (isTried(working, factor)) factors.push(factor);
  }
  if (factors.length === 0) return [];
  const shares = factors.map((factor) => shareOf(working, factor));
  await nextTurn();
  const rows = toRows(working, factors, shares);
  const { coefficients, errors } = await fitRobustly(rows);
  return factors.flatMap((factor, at) => {
    const [effect, error] = [coefficients[at] ?? Number.NaN, errors[at] ?? Number.NaN];
    const [low, high] = [effect - Z * error, effect + Z * error];
    const isShown = Math.sign(low) === Math.sign(high) && Math.min(Math.abs(low), Math.abs(high)) >= LEAST && Math.abs(effect) <= MOST;
    return isShown ? [{ factor, effect, low, high, share: shares[at] ?? 0 }] : [];
  });
}

const groupOf = ({ categoryId, modelKey, storageKey }: SaleOfListing): string => `${categoryId}\n${modelKey}\n${storageKey}`;

/** Whether enough sales of enough sellers are on either side. */
function isTried(sales: readonly SaleOfListing[], factor: PriceFactor): boolean {
  const given = sales.filter(({ traits }) => traits[factor] !== undefined);
  const groups = Map.groupBy(given, groupOf);
  const compared = [...groups.values()].filter((group) => new Set(group.map(({ traits }) => traits[factor])).size === 2).flat();
  return [true, false].every((best) => {
    const side = compared.filter(({ traits }) => traits[factor] === best);
    return side.length >= MIN_SALES_A_SIDE && new Set(side.map(({ sellerId }) => sellerId)).size >= MIN_SELLERS_A_SIDE;
  });
}

function shareOf(sales: readonly SaleOfListing[], factor: PriceFactor): number {
  const given = sales.filter(({ traits }) => traits[factor] !== undefined);
  return given.filter(({ traits }) => traits[factor]).length / given.length;
}

function toRows(sales: readonly SaleOfListing[], factors: readonly PriceFactor[], shares: number[]): Row[] {
  const [groups, sellers] = [createNumbers(), createNumbers()];
  const last = Math.max(...sales.slice(-1).map(({ soldAt }) => soldAt));
  return sales.map((sale) => {
    const grade = gradeOf(sale.condition);
    const known = factors.map((factor, at) => (sale.traits[factor] === undefined ? 0 : Number(sale.traits[factor]) - (shares[at] ?? 0)));
    const x = [...known, ...GRADES.map((one) => Number(one === grade)), (sale.soldAt - last) / days(30)];
    return { group: groups(groupOf(sale)), seller: sellers(sale.sellerId), y: Math.log(sale.priceCents), x };
  });
}

/** Numbers texts in the order in which they come. */
function createNumbers(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
}

async function fitRobustly(rows: Row[]): Promise<Fit> {
  await nextTurn();
  let weights = rows.map(() => 1);
  let centered = centerWithin(rows, weights);
  let coefficients = solveNormal(centered, weights);
  for (let round = 0; round < ROUNDS; round += 1) {
    await nextTurn();
    const residuals = centered.map((row) => residualOf(row, coefficients));
    const scale = Math.max(medianOf(residuals.map(Math.abs)) / NORMAL_MAD, LEAST_SCALE);
    weights = residuals.map((residual) => Math.min(1, (TUNING * scale) / Math.max(Math.abs(residual), 1e-12)));
    await nextTurn();
    centered = centerWithin(rows, weights);
    coefficients = solveNormal(centered, weights);
  }
  await nextTurn();
  return { coefficients, errors: errorsOf(centered, weights, coefficients) };
}

const residualOf = ({ x, y }: Row, coefficients: number[]): number => y - x.reduce((sum, value, at) => sum + value * (coefficients[at] ?? 0), 0);

/** Takes each group's weighted mean off, so that only differences within it count. */
function centerWithin(rows: Row[], weights: number[]): Row[] {
  const sums: { weight: number; y: number; x: number[] }[] = [];
  rows.forEach(({ group, x, y }, index) => {
    const weight = weights[index] ?? 0;
    const sum = sums[group] ?? { weight: 0, y: 0, x: x.map(() => 0) };
    sums[group] = sum;
    sum.weight += weight;
    sum.y += weight * y;
    x.forEach((value, at) => {
      sum.x[at] = (sum.x[at] ?? 0) + weight * value;
    });
  });
  return rows.map((row) => {
    const sum = sums[row.group];
    const weight = sum?.weight ?? 1;
    return { ...row, y: row.y - (sum?.y ?? 0) / weight, x: row.x.map((value, at) => value - (sum?.x[at] ?? 0) / weight) };
  });
}

function solveNormal(rows: Row[], weights: number[]): number[] {
  const size = rows[0]?.x.length ?? 0;
  const right = new Array<number>(size).fill(0);
  rows.forEach(({ x, y }, index) => {
    const weight = weights[index] ?? 0;
    for (let at = 0; at < size; at += 1) right[at] = (right[at] ?? 0) + weight * (x[at] ?? 0) * y;
  });
  return solve(crossOf(rows, weights), right);
}

function crossOf(rows: Row[], weights: number[]): number[][] {
  const size = rows[0]?.x.length ?? 0;
  const matrix = Array.from({ length: size }, (_, at) => Array.from({ length: size }, (_, other) => (at === other ? RIDGE * rows.length : 0)));
  rows.forEach(({ x }, index) => {
    const weight = weights[index] ?? 0;
    matrix.forEach((line, one) => {
      const scaled = weight * (x[one] ?? 0);
      if (scaled !== 0) for (let other = 0; other < size; other += 1) line[other] = (line[other] ?? 0) + scaled * (x[other] ?? 0);
    });
  });
  return matrix;
}

/** Standard errors, clustered by seller: the sandwich of the normal matrix around the sellers' summed scores. */
function errorsOf(rows: Row[], weights: number[], coefficients: number[]): number[] {
  const scores: number[][] = [];
  rows.forEach((row, index) => {
    const scaled = (weights[index] ?? 0) * residualOf(row, coefficients);
    const score = scores[row.seller] ?? row.x.map(() => 0);
    scores[row.seller] = score;
    row.x.forEach((value, at) => {
      score[at] = (score[at] ?? 0) + value * scaled;
    });
  });
  const matrix = crossOf(rows, weights);
  const correction = scores.length / Math.max(scores.length - 1, 1);
  return coefficients.map((_, at) => {
    const line = solve(
      matrix,
      coefficients.map((_, other) => Number(other === at)),
    );
    return Math.sqrt(correction * scores.reduce((sum, score) => sum + score.reduce((dot, value, other) => dot + value * (line[other] ?? 0), 0) ** 2, 0));
  });
}
