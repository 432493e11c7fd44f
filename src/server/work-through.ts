import { nextTurn } from './turns.ts';

/** After this many failures in a row, a service counts as down. */
export const PATIENCE = 3;

/**
 * Does a sweep's work item by item, each in a turn of its own. An item that fails keeps no other from its turn. Returns for how many `work` returned
 * true. Throws an `AggregateError` of the failures at the end.
 */
export async function workThrough<Item>(items: Iterable<Item> | AsyncIterable<Item>, work: (item: Item) => Promise<boolean | undefined>): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  for await (const item of items) {
    await nextTurn();
    try {
      if (await work(item)) done += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `items that failed: ${failures.length}`);
  return done;
}

/**
 * Does the parts of a sweep one after another: one that fails keeps no other from its turn. Returns the sum of the numbers that they return. Throws an
 * `AggregateError` of the failures at the end.
 */
export async function workThroughParts(parts: (() => Promise<unknown>)[]): Promise<number> {
  let sum = 0;
  await workThrough(parts, async (part) => {
    const result = await part();
    if (typeof result === 'number') sum += result;
    return true;
  });
  return sum;
}

/**
 * Does work with a service outside item by item, each in a turn of its own. An item that fails keeps no other from its turn, but after three in a row
 * the service counts as down. Returns whether all is done; tells `onTrouble` of each failure.
 */
export async function workThroughService<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
  onTrouble: (error: unknown) => void,
): Promise<boolean> {
  let [failed, inARow] = [0, 0];
  for (const item of items) {
    await nextTurn();
    try {
      await work(item);
      inARow = 0;
    } catch (error) {
      onTrouble(error);
      failed += 1;
      inARow += 1;
      if (inARow === PATIENCE) break;
    }
  }
  return failed === 0;
}

/** All rows of a sweep's work: `find` reads some of them, after the last of those before, and returns fewer than `limit` at the end. */
export async function* inPages<Row>(limit: number, find: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let after: Row | undefined; ; ) {
    const page = await find(after);
    yield* page;
    after = page.at(-1);
    if (page.length < limit) return;
  }
}

/** Does a sweep's work batch by batch, each in a turn of its own, until `work` returns that it handled less than a whole one. */
export async function inBatches(size: number, work: (size: number) => Promise<number>): Promise<void> {
  do await nextTurn();
  while ((await work(size)) >= size);
}
