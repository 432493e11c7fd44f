import { createTouchGrid, type TouchGrid } from '../touch-grid.ts';
import { button, h } from '../view.ts';
import { wait } from '../wait.ts';
import { keepFromClicking, openSurface, type Surface } from './surface.ts';

/** How long nothing is painted before the person may say that it can't be. */
const IDLE_MS = 2500;
/** How long a square stays lit. */
const TAP_MS = 5000;
const BANDS = [0.5, 0.3, 0.7, 0.1, 0.9];

type Board = { columns: number; rows: number /** The cells to tap afterwards, in this order. */; taps: number[] };
export type Painted = {
  /** One character a cell, row by row: 1 if it was touched. */
  touched: string;
  taps: number[];
};

type Painting = { board: HTMLElement; cells: HTMLElement[]; surface: Surface };

/** Lets a finger paint the whole screen, in cells, and then tap some of them. The person may say that the rest can't be painted. */
export async function paintScreen({ columns, rows, taps }: Board, signal: AbortSignal): Promise<Painted> {
  const surface = await openSurface('Paint the whole screen with your finger', signal);
  const grid = createTouchGrid(columns, rows);
  const cells = Array.from({ length: columns * rows }, (_, cell) => h('span', { class: 'border-r border-b border-line', 'data-cell': cell }));
  const board = h('div', { class: 'absolute inset-0 grid', 'aria-hidden': 'true' }, ...cells);
  board.style.gridTemplate = `repeat(${rows}, 1fr) / repeat(${columns}, 1fr)`;
  keepFromClicking(board);
  surface.element.append(board);
  await paint({ board, cells, grid, surface });
  const tapped = await tapCells({ board, cells, taps, surface });
  surface.close();
  return { touched: cells.map((_, cell) => (grid.touched.has(cell) ? '1' : '0')).join(''), taps: tapped };
}

const hintOf = (text: string): HTMLElement => h('p', { class: 'pointer-events-none absolute inset-x-8 top-1/3 text-center text-lg font-semibold' }, text);

async function paint({ board, cells, grid, surface }: Painting & { grid: TouchGrid }): Promise<void> {
  const hint = hintOf('Paint the whole screen with your finger');
  const over = new AbortController();
  await new Promise<void>((end) => {
    const giveUp = offerToStop(grid, end);
    const onNew = (added: number[]): void => {
      for (const cell of added) cells[cell]?.classList.add('bg-good');
      hint.remove();
      giveUp.wait();
      if (grid.isFull()) end();
    };
    followFingers({ board, grid, onNew, signal: over.signal });
    surface.element.append(hint, giveUp.element);
    giveUp.wait();
  });
  over.abort();
  // The square that lights up next stands out on an empty board.
  for (const cell of cells) cell.classList.remove('bg-good');
  surface.element.replaceChildren(board);
}

type Following = { board: HTMLElement; grid: TouchGrid; onNew: (cells: number[]) => void; signal: AbortSignal };

function followFingers({ board, grid, onNew, signal }: Following): void {
  const mark = (event: PointerEvent): void => {
    // A mouse that passes over is no finger.
    if (event.buttons === 0) return;
    const { left, top, width, height } = board.getBoundingClientRect();
    const between = event.getCoalescedEvents?.() ?? [];
    const added = (between.length > 0 ? between : [event]).flatMap(({ clientX, clientY }) =>
      grid.move(event.pointerId, { x: (clientX - left) / width, y: (clientY - top) / height }),
    );
    if (added.length > 0) onNew(added);
  };
  board.addEventListener('pointerdown', mark, { signal });
  board.addEventListener('pointermove', mark, { signal });
  for (const name of ['pointerup', 'pointercancel'] as const) board.addEventListener(name, ({ pointerId }) => grid.lift(pointerId), { signal });
}

/** Once nothing has been painted for a while, a button to stop, where the screen is painted already: on an unpainted cell it would be in the way. */
function offerToStop(grid: TouchGrid, stop: () => void): { element: HTMLElement; wait(): void } {
  const element = h('div', { class: 'absolute inset-x-8 grid -translate-y-1/2' }, button('I can’t paint the rest', stop, 'secondary'));
  element.hidden = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    element,
    wait() {
      element.hidden = true;
      clearTimeout(timer);
      timer = setTimeout(() => {
        element.style.top = `${Math.round(100 * fullestBand(grid))}%`;
        element.hidden = false;
      }, IDLE_MS);
    },
  };
}

/** The middle of the band with the most painted cells, as a fraction of the height. */
function fullestBand({ touched, columns, rows }: TouchGrid): number {
  const counts = BANDS.map((middle) => [...touched].filter((cell) => Math.abs((Math.floor(cell / columns) + 0.5) / rows - middle) < 0.1).length);
  return BANDS[counts.indexOf(Math.max(...counts))] ?? 0.5;
}

/** Lights one cell after the other until the screen is tapped; one whose tap isn't felt goes out after a while. */
async function tapCells({ board, cells, taps, surface }: Painting & { taps: number[] }): Promise<number[]> {
  const tapped: number[] = [];
  surface.element.append(hintOf('Now tap the squares that light up'));
  for (const cell of taps) {
    cells[cell]?.classList.add('bg-accent');
    const at = await Promise.race([nextTap(board, cells), wait(TAP_MS)]);
    cells[cell]?.classList.remove('bg-accent');
    if (typeof at === 'number' && at >= 0) tapped.push(at);
  }
  return tapped;
}

function nextTap(board: HTMLElement, cells: HTMLElement[]): Promise<number> {
  return new Promise((resolve) => {
    board.addEventListener('pointerdown', ({ clientX, clientY }) => resolve(cells.findIndex((cell) => isInside(cell, clientX, clientY))), { once: true });
  });
}

function isInside(cell: HTMLElement, x: number, y: number): boolean {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  return x >= left && x < right && y >= top && y < bottom;
}
