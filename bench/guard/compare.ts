/** Each row's share of the constant server beside it, by instructions. */
export type Figures = Record<string, number>;

/** `isSlower`: it needs a quarter more than the stored figure allows. */
export type Compared = { name: string; now: number; before: number; isSlower: boolean };

const LEAST = 1 / 1.25;

/** Compares a row's share with the stored one; a new row, which has none, passes. */
export function compare(name: string, now: number, stored: Figures): Compared {
  const before = stored[name] ?? 0;
  return { name, now, before, isSlower: now < before * LEAST };
}
