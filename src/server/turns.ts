import { performance } from 'node:perf_hooks';

/** Longer stretches were other work's as well. */
const LONGEST_REST_MS = 50;

// A process has one event loop, so there is one line.
const waiting: (() => void)[] = [];
let isTaken = false;

/**
 * Waits for the turn of a piece of background work. One piece works at a time, until it waits for anything but SQLite; then requests have the process
 * to themselves for as long as that took. So a request waits for one turn at most: keep turns below 10 ms.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (!isTaken) giveTurn();
  });
}

function giveTurn(): void {
  const work = waiting.shift();
  isTaken = work !== undefined;
  if (!work) return;
  // What arrived before comes first.
  setImmediate(() => {
    const began = performance.now();
    work();
    setImmediate(() => setTimeout(giveTurn, Math.min(performance.now() - began, LONGEST_REST_MS)));
  });
}

/** Runs tasks of one key one after the other. */
export function createTurns() {
  const turns = new Map<string, Promise<unknown>>();

  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work, work);
    turns.set(key, turn);
    try {
      return await turn;
    } finally {
      if (turns.get(key) === turn) turns.delete(key);
    }
  };
}

/** Lets requests be served in between. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A request's own work pauses after this long. */
const STRETCH_MS = 8;

/** Maps a request's items one after another, and pauses whenever that has taken a while. */
export async function mapInStretches<Item, Result>(items: readonly Item[], map: (item: Item) => Result | Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began > STRETCH_MS) {
      await pause();
      began = performance.now();
    }
    results.push(await map(item));
  }
  return results;
}
