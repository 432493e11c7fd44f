/** Numbers that look random and are the same for the same seed (mulberry32). */
export type Chance = {
  /** A whole number from 0 to `below - 1`. */
  below(below: number): number;
  /** True in this percentage of cases. */
  percent(share: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  pickOf<T>(items: readonly T[]): T | undefined;
};

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    percent: (share) => below(100) < share,
    pick: (items) => items[below(items.length)] ?? items[0],
    pickOf: (items) => items[below(items.length)],
  };
}
