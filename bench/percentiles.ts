/** Durations in milliseconds as one line: median, 99th percentile, longest. */
export function percentilesLine(times: number[]): string {
  const [median, p99, longest] = percentilesOf(times).map((time) => `${time.toFixed(1)} ms`);
  return `${median} in the median, p99 ${p99}, ${longest} at most`;
}

export function percentilesOf(times: number[]): [median: number, p99: number, longest: number] {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  return [at(0.5), at(0.99), at(1)];
}
