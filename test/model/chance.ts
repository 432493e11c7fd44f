import { createRandom } from '#server/repeatable-random.ts';

/** Numbers that look random and are the same for the same seed. */
export type Chance = {
  /** A whole number from 0 to `below - 1`. */
  below(below: number): number;
  /** True in this percentage of cases. */
  percent(share: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  pickOf<T>(items: readonly T[]): T | undefined;
};

export function createChance(seed: number): Chance {
  const next = createRandom(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    percent: (share) => below(100) < share,
    pick: (items) => items[below(items.length)] ?? items[0],
    pickOf: (items) => items[below(items.length)],
  };
}
