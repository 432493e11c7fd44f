/** A grayscale picture: 0 is black, 255 white, row by row. */
export type Grayscale = { width: number; height: number; pixels: Float32Array };

type Area = { left: number; top: number; width: number; height: number };

/** Reads a decoder's output of one byte per pixel. */
export const toGrayscale = (data: Uint8Array, { width, height }: { width: number; height: number }): Grayscale => ({
  width,
  height,
  pixels: new Float32Array(data),
});

/** Halves width and height: the mean of each four pixels. */
export function halve({ width, height, pixels }: Grayscale): Grayscale {
  const [w, h] = [width >> 1, height >> 1];
  const half = new Float32Array(w * h);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      const at = 2 * y * width + 2 * x;
      half[y * w + x] = ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + width] ?? 0) + (pixels[at + width + 1] ?? 0)) / 4;
    }
  }
  return { width: w, height: h, pixels: half };
}

/** Resamples an area of a picture, whatever its proportions, to a square of `side` pixels: the mean of what falls into each. */
export function resample({ width, height, pixels }: Grayscale, area: Area, side: number): Grayscale {
  const columns = weightsOf(area.left, area.width, side, width);
  const rows = weightsOf(area.top, area.height, side, height);
  const square = new Float32Array(side * side);
  rows.forEach((row, y) => {
    columns.forEach((column, x) => {
      let sum = 0;
      for (let dy = 0; dy < row.shares.length; dy += 1) {
        const [at, down] = [(row.first + dy) * width + column.first, row.shares[dy] ?? 0];
        for (let dx = 0; dx < column.shares.length; dx += 1) sum += down * (column.shares[dx] ?? 0) * (pixels[at + dx] ?? 0);
      }
      square[y * side + x] = sum;
    });
  });
  return { width: side, height: side, pixels: square };
}

/** How much each old pixel contributes to each new one, along one side. */
function weightsOf(from: number, length: number, count: number, most: number): { first: number; shares: number[] }[] {
  return Array.from({ length: count }, (_, at) => {
    const [begin, end] = [from + (length * at) / count, from + (length * (at + 1)) / count];
    const first = Math.min(Math.floor(begin), most - 1);
    const last = Math.max(first, Math.min(Math.ceil(end) - 1, most - 1));
    const shares = Array.from({ length: last - first + 1 }, (_, step) => Math.max(1e-9, Math.min(end, first + step + 1) - Math.max(begin, first + step)));
    const sum = shares.reduce((all, share) => all + share, 0);
    return { first, shares: shares.map((share) => share / sum) };
  });
}
