/** Width and height of the small copies that are compared. */
const SIDE = 24;
/** The share of two pictures that must overlap at least. */
const LEAST_SHARED = 0.6;
/** How far an edge may be cropped, as a share of the picture. */
const MOST_CUT = 0.2;
const ROUGH_STEPS = [0.06, 0.03, 0.015];
const FINE_STEPS = [0.02, 0.01, 0.005];

/** Less variance than this is noise. */
const LEAST_VARIANCE = 6;

type Small = Float64Array;
/** Where one picture's edges lie within the other, as shares of its width and height: 0, 0, 1, 1 for the same. */
type Frame = [left: number, top: number, right: number, bottom: number];

/** Ways to move the edges: all inwards or outwards, the whole picture, and each edge alone. */
const MOVES: readonly Frame[] = [
  [1, 1, -1, -1],
  [1, 0, 1, 0],
  [0, 1, 0, 1],
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
];

/** Reads a stored small copy (base64), mirrored on request. */
export function readSmall(text: string, mirrored = false): Small {
  const bytes = Buffer.from(text, 'base64');
  const small = new Float64Array(SIDE * SIDE);
  for (let y = 0; y < SIDE; y += 1) for (let x = 0; x < SIDE; x += 1) small[y * SIDE + x] = bytes[y * SIDE + (mirrored ? SIDE - 1 - x : x)] ?? 0;
  return small;
}

/** How alike two small pictures are, from 0 to 1, after fitting one into the other: by their light as a whole, and by their details alone. */
export function likenessOf(one: Small, other: Small): { light: number; details: number } {
  const [oneEdges, otherEdges] = [edgesOf(one), edgesOf(other)];
  const roughly = improve([0, 0, 1, 1], ROUGH_STEPS, (frame) => likenessAt(one, other, frame));
  const frame = improve(roughly, FINE_STEPS, (to) => likenessAt(oneEdges, otherEdges, to));
  return { light: likenessAt(one, other, frame), details: likenessAt(oneEdges, otherEdges, frame) };
}

/** The edges in a picture, without gradual changes of light and shadow. */
function edgesOf(small: Small): Small {
  const edges = new Float64Array(SIDE * SIDE);
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1)
      edges[y * SIDE + x] =
        4 * lightAt(small, x, y) -
        lightAt(small, Math.max(x - 1, 0), y) -
        lightAt(small, Math.min(x + 1, SIDE - 1), y) -
        lightAt(small, x, Math.max(y - 1, 0)) -
        lightAt(small, x, Math.min(y + 1, SIDE - 1));
  return edges;
}

function lightAt(small: Small, x: number, y: number): number {
  const left = within(Math.floor(x), 0, SIDE - 2);
  const top = within(Math.floor(y), 0, SIDE - 2);
  const dx = within(x - left, 0, 1);
  const dy = within(y - top, 0, 1);
  const at = top * SIDE + left;
  const above = (small[at] ?? 0) * (1 - dx) + (small[at + 1] ?? 0) * dx;
  const below = (small[at + SIDE] ?? 0) * (1 - dx) + (small[at + SIDE + 1] ?? 0) * dx;
  return above * (1 - dy) + below * dy;
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Hill climbing: moves edges while that makes two pictures more similar, in ever smaller steps. */
function improve(from: Frame, steps: readonly number[], likenessBy: (frame: Frame) => number): Frame {
  let best = from;
  let likeness = likenessBy(best);
  for (const step of steps) {
    for (let isBetter = true; isBetter; ) {
      isBetter = false;
      for (const move of MOVES) {
        for (const by of [step, -step]) {
          const frame = moved(best, move, by);
          if (!isWithin(frame)) continue;
          const found = likenessBy(frame);
          if (found <= likeness + 1e-4) continue;
          [best, likeness, isBetter] = [frame, found, true];
        }
      }
    }
  }
  return best;
}

const moved = (frame: Frame, move: Frame, by: number): Frame => frame.map((edge, at) => edge + (move[at] ?? 0) * by) as Frame;

const isWithin = (frame: Frame): boolean => frame.every((edge, at) => Math.abs(edge - (at < 2 ? 0 : 1)) <= MOST_CUT);

/**
 * Correlation, from -1 to 1, of two pictures where they overlap, one laid into the other's frame, whatever their brightness and contrast. 0 if they
 * are flat or overlap too little. Called some hundred times per pair, so it computes running sums and allocates nothing.
 */
function likenessAt(one: Small, other: Small, [left, top, right, bottom]: Frame): number {
  let [count, first, second, firstSquared, secondSquared, both] = [0, 0, 0, 0, 0, 0];
  for (let y = 0; y < SIDE; y += 1) {
    const down = (top + ((y + 0.5) / SIDE) * (bottom - top)) * SIDE - 0.5;
    if (down < -0.5 || down > SIDE - 0.5) continue;
    for (let x = 0; x < SIDE; x += 1) {
      const across = (left + ((x + 0.5) / SIDE) * (right - left)) * SIDE - 0.5;
      if (across < -0.5 || across > SIDE - 0.5) continue;
      const here = one[y * SIDE + x] ?? 0;
      const there = lightAt(other, across, down);
      count += 1;
      first += here;
      second += there;
      firstSquared += here * here;
      secondSquared += there * there;
      both += here * there;
    }
  }
  if (count < LEAST_SHARED * SIDE * SIDE) return 0;
  const variance = firstSquared - (first * first) / count;
  const otherVariance = secondSquared - (second * second) / count;
  if (Math.min(variance, otherVariance) < LEAST_VARIANCE * count) return 0;
  return (both - (first * second) / count) / Math.sqrt(variance * otherVariance);
}

/**
 * Compares two pictures: `same` except for size, compression or light; `alike` when edges were cropped, a corner covered, or both show one scene;
 * null otherwise.
 */
export function judgeLikeness({ light, details }: { light: number; details: number }): 'same' | 'alike' | null {
  if (light >= 0.99 && details >= 0.96) return 'same';
  return (light >= 0.98 && details >= 0.7) || (light >= 0.95 && details >= 0.92) ? 'alike' : null;
}
