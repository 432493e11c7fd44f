/** Lines above the baseline. */
export const LINES = 4;
const NICE = [1, 2, 2.5, 5, 10];

/** Returns a round number of dollars between the plot's lines, so that all prices fit above zero. */
export function stepFor(highest: number): number {
  const least = Math.max(highest, 1) / LINES;
  const power = 10 ** Math.floor(Math.log10(least));
  return (NICE.find((step) => step * power >= least) ?? 10) * power;
}
