import { type Grayscale, halve, resample } from './grayscale.ts';
import { distanceBetween, findLines } from './straight-edges.ts';

/** Measurements of a photo that don't depend on what it shows. */
export type Look = {
  /** The brightness that the lightest 5% of pixels exceed, from 0 to 255. */
  lightest: number;
  /** How much there is besides evenly changing light: the standard deviation of the rest, from 0 to 128. */
  content: number;
  /** From 0 (perfectly sharp) to 1. */
  blur: number;
  /** The longest two parallel straight edges: the shorter one's length, as a share of the picture's shorter side. */
  straight: number;
};

const THUMB = 48;

const REACH = 4;

/** Measures a photo of at most 640 pixels a side, the size that the thresholds were tuned for. */
export function measureLook(gray: Grayscale): Look {
  const thumb = resample(gray, { left: 0, top: 0, width: gray.width, height: gray.height }, THUMB);
  const lights = [...thumb.pixels].sort((one, other) => one - other);
  return {
    lightest: lights[Math.floor(lights.length * 0.95)] ?? 0,
    content: contentOf(thumb),
    blur: blurOf(gray),
    straight: straightOf(gray),
  };
}

/** The standard deviation from a plane of light fitted to a square. */
function contentOf({ width, pixels }: Grayscale): number {
  const middle = (width - 1) / 2;
  let [sum, across, down, square] = [0, 0, 0, 0];
  pixels.forEach((light, at) => {
    const [x, y] = [(at % width) - middle, Math.floor(at / width) - middle];
    sum += light;
    across += light * x;
    down += light * y;
    square += x * x;
  });
  const [mean, slopeX, slopeY] = [sum / pixels.length, across / square, down / square];
  let rest = 0;
  pixels.forEach((light, at) => {
    rest += (light - mean - slopeX * ((at % width) - middle) - slopeY * (Math.floor(at / width) - middle)) ** 2;
  });
  return Math.sqrt(rest / pixels.length);
}

function blurOf(gray: Grayscale): number {
  const across = blurAlong(gray, 1, { x: REACH + 1, y: 0 });
  const down = blurAlong(gray, gray.width, { x: 0, y: REACH + 1 });
  return Math.max(across, down);
}

/**
 * The share of the difference between neighbors that is left after blurring across them: an already blurred picture changes little (after Crete,
 * 2007).
 */
function blurAlong({ width, height, pixels }: Grayscale, step: number, margin: { x: number; y: number }): number {
  let [before, lost] = [0, 0];
  for (let y = margin.y; y < height - Math.max(0, margin.y - 1); y += 1) {
    for (let x = margin.x; x < width - Math.max(0, margin.x - 1); x += 1) {
      const at = y * width + x;
      const change = Math.abs((pixels[at] ?? 0) - (pixels[at - step] ?? 0));
      if (change < 2) continue;
      const blurred = Math.abs((pixels[at + REACH * step] ?? 0) - (pixels[at - (REACH + 1) * step] ?? 0)) / (2 * REACH + 1);
      before += change;
      lost += Math.max(0, change - blurred);
    }
  }
  return before === 0 ? 1 : (before - lost) / before;
}

function straightOf(gray: Grayscale): number {
  const small = shrunkTo(gray, 320);
  const side = Math.min(small.width, small.height);
  const lines = findLines(small).sort((one, other) => other.length - one.length);
  let best = 0;
  lines.forEach((line, at) => {
    for (const other of lines.slice(at + 1)) {
      const distance = distanceBetween(line, other);
      if (distance !== null && distance > side / 12) best = Math.max(best, other.length);
    }
  });
  return best / side;
}

function shrunkTo(gray: Grayscale, most: number): Grayscale {
  let small = gray;
  while (Math.max(small.width, small.height) > most) small = halve(small);
  return small;
}
