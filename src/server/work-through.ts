import { nextTurn } from './turns.ts';

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

/** Does a sweep's work batch by batch, each in a turn of its own, until `work` returns that it handled less than a whole one. */
export async function inBatches(size: number, work: (size: number) => Promise<number>): Promise<void> {
  do await nextTurn();
  while ((await work(size)) >= size);
}
