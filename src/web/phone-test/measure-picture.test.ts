import { expect, test } from 'vitest';
import { differenceOf, measurePicture, type Pixels } from './measure-picture.ts';

function draw(brightness: (x: number, y: number) => number, width = 32, height = 24): Pixels {
  const data = Array.from({ length: width * height * 4 }, (_, at) => brightness((at >> 2) % width, Math.floor((at >> 2) / width)));
  return { data, width, height };
}

test('A covered lens is dark and has no variance', () => {
  expect(measurePicture(draw(() => 2))).toEqual({ luminance: expect.closeTo(2, 3), variance: expect.closeTo(0, 3), sharpness: expect.closeTo(0, 3) });
});

test('A sharp picture has sharper edges than a blurred one of the same contrast', () => {
  const sharp = measurePicture(draw((x) => (x % 8 < 4 ? 40 : 200)));
  const blurred = measurePicture(draw((x) => 120 + 80 * Math.sin((x / 32) * 2 * Math.PI)));
  expect(sharp.variance).toBeGreaterThan(1000);
  expect(blurred.variance).toBeGreaterThan(1000);
  expect(sharp.sharpness).toBeGreaterThan(20 * blurred.sharpness);
});

test('A picture without an inside has no edges', () => {
  expect(measurePicture(draw(() => 90, 1, 1)).sharpness).toBe(0);
});

test('The difference of two pictures is the mean over their pixels', () => {
  expect(
    differenceOf(
      draw(() => 10),
      draw(() => 10),
    ),
  ).toBe(0);
  expect(
    differenceOf(
      draw(() => 10),
      draw((x) => (x < 16 ? 10 : 30)),
    ),
  ).toBeCloseTo(10);
});
