export type Pixels = { data: ArrayLike<number>; width: number; height: number };

export type PictureFigures = {
  /** Mean brightness, 0 to 255. */
  luminance: number;
  /** Variance of the brightness: near 0 where every pixel is alike, as behind a covered lens. */
  variance: number;
  /** Variance of each pixel's difference from its neighbors: large where edges are sharp. */
  sharpness: number;
};

/** Reduces a picture to the numbers that are judged; the picture itself stays on the phone. */
export function measurePicture(pixels: Pixels): PictureFigures {
  const gray = toGray(pixels);
  return { luminance: mean(gray), variance: variance(gray), sharpness: variance(laplacian(gray, pixels)) };
}

/** The mean difference of two pictures of the same size, pixel by pixel, 0 to 255. */
export function differenceOf(first: Pixels, second: Pixels): number {
  const [a, b] = [toGray(first), toGray(second)];
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
  return a.length === 0 ? 0 : sum / a.length;
}

/** By how much the eye sees each color. */
function toGray({ data, width, height }: Pixels): Float32Array {
  const gray = new Float32Array(width * height);
  for (let index = 0; index < gray.length; index++) {
    const at = index * 4;
    gray[index] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  }
  return gray;
}

function laplacian(gray: Float32Array, { width, height }: Pixels): Float32Array {
  const edges = new Float32Array(Math.max(0, width - 2) * Math.max(0, height - 2));
  let at = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const index = y * width + x;
      const around = (gray[index - 1] ?? 0) + (gray[index + 1] ?? 0) + (gray[index - width] ?? 0) + (gray[index + width] ?? 0);
      edges[at++] = 4 * (gray[index] ?? 0) - around;
    }
  }
  return edges;
}

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index] ?? 0;
  return values.length === 0 ? 0 : sum / values.length;
}

export function variance(values: ArrayLike<number>): number {
  const middle = mean(values);
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += ((values[index] ?? 0) - middle) ** 2;
  return values.length === 0 ? 0 : sum / values.length;
}
