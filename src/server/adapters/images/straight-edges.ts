import type { Grayscale } from './grayscale.ts';

/** The number of line directions tested: every two degrees. */
const DIRECTIONS = 90;
const SINES = Array.from({ length: DIRECTIONS }, (_, at) => Math.sin((at * Math.PI) / DIRECTIONS));
const COSINES = Array.from({ length: DIRECTIONS }, (_, at) => Math.cos((at * Math.PI) / DIRECTIONS));
/** How far a line's direction may differ from that of its pixels, in steps. */
const SPREAD = 2;
/** The least contrast across an edge pixel, of 255. */
const LEAST_CONTRAST = 18;
const LEAST_SQUARE = (4 * LEAST_CONTRAST) ** 2;
/** The longest gap in a line, in pixels. */
const MOST_MISSING = 3;
/** The most lines that are followed through the picture, by number of votes. */
const MOST_LINES = 60;

export type Line = { direction: number; distance: number; length: number };
type Edge = { x: number; y: number; direction: number };

/**
 * Finds the long straight edges of a picture without duplicates (a Hough transform in which each pixel votes along its own direction). Lengths and
 * distances are in pixels.
 */
export function findLines(gray: Grayscale): Line[] {
  const size = Math.ceil(Math.hypot(gray.width, gray.height));
  const edges = findEdges(gray);
  const votes = new Uint16Array(DIRECTIONS * 2 * size);
  for (const { x, y, direction } of edges) {
    for (let turn = -SPREAD; turn <= SPREAD; turn += 1) {
      const voted = (direction + turn + DIRECTIONS) % DIRECTIONS;
      const distance = Math.round(x * (COSINES[voted] ?? 1) + y * (SINES[voted] ?? 0)) + size;
      votes[voted * 2 * size + distance] = (votes[voted * 2 * size + distance] ?? 0) + 1;
    }
  }
  const least = Math.min(gray.width, gray.height) / 8;
  const places: number[] = [];
  // Of several hundred thousand cells few have votes: sorting them all would cost more than everything else here.
  for (let place = 0; place < votes.length; place += 1) if ((votes[place] ?? 0) >= least) places.push(place);
  places.sort((a, b) => (votes[b] ?? 0) - (votes[a] ?? 0));
  const found: Omit<Line, 'length'>[] = [];
  for (const place of places) {
    if (found.length >= MOST_LINES) break;
    const line = { direction: Math.floor(place / (2 * size)), distance: (place % (2 * size)) - size };
    if (!found.some((other) => apart(other.direction, line.direction) <= 3 && Math.abs(other.distance - line.distance) <= 4)) found.push(line);
  }
  return found.map((line) => ({ ...line, length: longestRun(edges, line, size) }));
}

/** Pixels at a change from light to dark, with the direction across the edge. */
function findEdges({ width, height, pixels }: Grayscale): Edge[] {
  const edges: Edge[] = [];
  const light = (at: number): number => pixels[at] ?? 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const here = y * width + x;
      const [above, below] = [here - width, here + width];
      const [falling, rising] = [light(below + 1) - light(above - 1), light(above + 1) - light(below - 1)];
      const dx = falling + rising + 2 * (light(here + 1) - light(here - 1));
      const dy = falling - rising + 2 * (light(below) - light(above));
      if (dx * dx + dy * dy < LEAST_SQUARE) continue;
      const angle = Math.atan2(dy, dx);
      edges.push({ x, y, direction: Math.round(((angle < 0 ? angle + Math.PI : angle) * DIRECTIONS) / Math.PI) % DIRECTIONS });
    }
  }
  return edges;
}

const apart = (one: number, other: number): number => Math.min(Math.abs(one - other), DIRECTIONS - Math.abs(one - other));

/** The longest run of a line's pixels, in pixels. */
function longestRun(edges: Edge[], { direction, distance }: Omit<Line, 'length'>, size: number): number {
  const [cosine, sine] = [COSINES[direction] ?? 1, SINES[direction] ?? 0];
  const seen = new Uint8Array(4 * size);
  for (const edge of edges) {
    if (apart(edge.direction, direction) > SPREAD || Math.abs(edge.x * cosine + edge.y * sine - distance) > 1.5) continue;
    seen[Math.round(edge.y * cosine - edge.x * sine) + 2 * size] = 1;
  }
  let [best, begin, missing] = [0, -1, 0];
  for (let along = 0; along < seen.length; along += 1) {
    if (seen[along]) {
      if (begin < 0) begin = along;
      missing = 0;
      best = Math.max(best, along - begin + 1);
    } else if (begin >= 0) {
      missing += 1;
      if (missing > MOST_MISSING) begin = -1;
    }
  }
  return best;
}

/** Returns the distance between two roughly parallel lines, like the sides of something flat; null when they aren't parallel. */
export function distanceBetween(one: Line, other: Line): number | null {
  return apart(one.direction, other.direction) > 5 ? null : Math.abs(one.distance - other.distance);
}
