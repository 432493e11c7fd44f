import { expect, test } from 'vitest';
import { createTouchGrid } from './touch-grid.ts';

const center = (column: number, row: number) => ({ x: (column + 0.5) / 4, y: (row + 0.5) / 6 });

test('A finger that crosses every cell paints the whole surface', () => {
  const grid = createTouchGrid(4, 6);
  for (let row = 0; row < 6; row++) for (let column = 0; column < 4; column++) grid.move(1, center(column, row));
  expect(grid.isFull()).toBe(true);
});

test('What lies between two near places counts', () => {
  const grid = createTouchGrid(4, 6);
  grid.move(1, { x: 0.24, y: 0.02 });
  expect(grid.move(1, { x: 0.26, y: 0.17 })).toEqual([1, 5]);
});

test('A row that reports nothing isn’t painted over by a finger that crosses it', () => {
  const grid = createTouchGrid(4, 6);
  for (let y = 0; y < 1; y += 0.02) {
    const isDead = Math.floor(y * 6) === 3;
    for (const x of [0.1, 0.3, 0.6, 0.9]) if (!isDead) grid.move(x * 100, { x, y });
  }
  expect([...Array(24).keys()].filter((cell) => !grid.touched.has(cell))).toEqual([12, 13, 14, 15]);
});

test('Places beyond the edge count for nothing, and a lifted finger starts over', () => {
  const grid = createTouchGrid(4, 6);
  expect(grid.move(1, { x: -0.1, y: 0.5 })).toEqual([]);
  expect(grid.move(1, { x: 0.1, y: 0.99 })).toEqual([20]);
  grid.lift(1);
  expect(grid.move(1, { x: 0.3, y: 0.99 })).toEqual([21]);
  expect(grid.move(1, { x: 0.3, y: 1 })).toEqual([]);
});
