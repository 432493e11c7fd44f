export type Peak = {
  /** In Hz. */
  frequency: number;
  /** How far it stands above the median of its surroundings, in dB. */
  aboveNoise: number;
};

export type Band = { from: number; to: number };

/**
 * The strongest tone of a spectrum within a band. `levels` are decibels, one for each `hertz`, as an analyser gives them; null where the band has
 * no levels, or none that is finite, as in perfect silence.
 */
export function findPeak(levels: Float32Array, hertz: number, { from, to }: Band): Peak | null {
  const first = Math.max(1, Math.ceil(from / hertz));
  const last = Math.min(levels.length - 2, Math.floor(to / hertz));
  let at = -1;
  for (let bin = first; bin <= last; bin++) if (Number.isFinite(levelAt(levels, bin)) && (at < 0 || levelAt(levels, bin) > levelAt(levels, at))) at = bin;
  if (at < 0) return null;
  const around = [...levels.subarray(first, last + 1)].filter(Number.isFinite);
  return { frequency: (at + offsetOf(levels, at)) * hertz, aboveNoise: levelAt(levels, at) - median(around) };
}

const levelAt = (levels: Float32Array, bin: number): number => levels[bin] ?? Number.NEGATIVE_INFINITY;

/** Where the top of the parabola through a peak and its neighbors is, in bins from the peak. */
function offsetOf(levels: Float32Array, at: number): number {
  const [left, top, right] = [levelAt(levels, at - 1), levelAt(levels, at), levelAt(levels, at + 1)];
  const curve = left - 2 * top + right;
  if (!Number.isFinite(curve) || curve === 0) return 0;
  return Math.max(-0.5, Math.min(0.5, (left - right) / (2 * curve)));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The root mean square of samples between -1 and 1. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}
