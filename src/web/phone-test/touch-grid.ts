export type Point = { x: number; y: number };

export type TouchGrid = {
  columns: number;
  rows: number;
  /** Marks the cells from the finger's last place to this one, in fractions of the surface; returns those that are new. */
  move(finger: number, to: Point): number[];
  /** The next place of this finger starts a new line. */
  lift(finger: number): void;
  readonly touched: ReadonlySet<number>;
  isFull(): boolean;
};

/** The surface of a screen as cells, row by row, that a finger paints. */
export function createTouchGrid(columns: number, rows: number): TouchGrid {
  const touched = new Set<number>();
  const last = new Map<number, Point>();
  return {
    columns,
    rows,
    touched,
    move(finger, to) {
      const from = last.get(finger) ?? to;
      last.set(finger, to);
      const added: number[] = [];
      for (const cell of cellsBetween(from, to, { columns, rows })) {
        if (touched.has(cell)) continue;
        touched.add(cell);
        added.push(cell);
      }
      return added;
    },
    lift: (finger) => void last.delete(finger),
    isFull: () => touched.size === columns * rows,
  };
}

/** What lies between two places a finger was seen at. Further apart than a cell, it isn't known: a dead row would be drawn over. */
function* cellsBetween(from: Point, to: Point, { columns, rows }: { columns: number; rows: number }): Generator<number> {
  const apart = Math.max(Math.abs(to.x - from.x) * columns, Math.abs(to.y - from.y) * rows);
  const steps = apart >= 1 ? 0 : Math.ceil(4 * apart);
  for (let step = 0; step <= steps; step++) {
    const share = steps === 0 ? 1 : step / steps;
    const column = Math.floor((from.x + (to.x - from.x) * share) * columns);
    const row = Math.floor((from.y + (to.y - from.y) * share) * rows);
    if (column >= 0 && column < columns && row >= 0 && row < rows) yield row * columns + column;
  }
}
