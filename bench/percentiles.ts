/** Durations in milliseconds as one line: median, 99th percentile, longest. */
export function percentilesLine(times: number[]): string {
  const [median, p99, longest] = percentilesOf(times).map((time) => `${time.toFixed(1)} ms`);
  return `${median} in the median, p99 ${p99}, ${longest} at most`;
}

export function percentilesOf(times: number[]): [median: number, p99: number, longest: number] {
  const sorted = times.toSorted((one, other) => one - other);
  return [percentile(sorted, 0.5), percentile(sorted, 0.99), percentile(sorted, 1)];
}

/** The value below or at which this share of the sorted values lies; NaN, which meets no target, when there are none. */
export const percentile = (sorted: ArrayLike<number>, share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
