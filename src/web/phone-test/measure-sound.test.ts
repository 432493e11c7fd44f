import { expect, test } from 'vitest';
import { findPeak, loudness, median } from './measure-sound.ts';

const HERTZ = 48_000 / 8192;
const BAND = { from: 300, to: 4000 };

/** A quiet room with a tone, as a window smears it over neighboring bins. */
function spectrumOf(frequency: number, level = -20): Float32Array {
  const at = frequency / HERTZ;
  return Float32Array.from({ length: 4096 }, (_, bin) => Math.max(-95 + (bin % 7), level - 6 * (bin - at) ** 2));
}

test.each([437, 880.3, 1234.5, 2999])('Finds a tone of %s Hz to the hertz', (frequency) => {
  const peak = findPeak(spectrumOf(frequency), HERTZ, BAND);
  expect(peak?.frequency).toBeGreaterThan(frequency - 1);
  expect(peak?.frequency).toBeLessThan(frequency + 1);
  expect(peak?.aboveNoise).toBeGreaterThan(60);
});

test('Says how little the loudest bin of a quiet room stands out', () => {
  expect(findPeak(spectrumOf(1000, -200), HERTZ, BAND)?.aboveNoise).toBeLessThan(6);
});

test('Ignores tones outside the band', () => {
  expect(findPeak(spectrumOf(120), HERTZ, BAND)?.aboveNoise).toBeLessThan(6);
});

test('Finds nothing in perfect silence, whose levels are minus infinity', () => {
  expect(findPeak(new Float32Array(4096).fill(Number.NEGATIVE_INFINITY), HERTZ, BAND)).toBeNull();
  expect(findPeak(new Float32Array(0), HERTZ, BAND)).toBeNull();
});

test('Measures medians and loudness, of nothing too', () => {
  expect([median([]), median([3]), median([4, 1, 3, 2])]).toEqual([0, 3, 2.5]);
  expect(loudness(new Float32Array(0))).toBe(0);
  expect(loudness(Float32Array.from([0.5, -0.5]))).toBeCloseTo(0.5);
});
