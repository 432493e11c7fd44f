import { setImmediate as letOthersGo } from 'node:timers/promises';

/**
 * Does a sweep's work item by item, and lets requests go in between. An item that fails keeps no other from its turn. Returns for how many `work`
 * returned true. Throws an `AggregateError` of the failures at the end.
 */
export async function workThrough<Item>(items: Iterable<Item> | AsyncIterable<Item>, work: (item: Item) => Promise<boolean | undefined>): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  for await (const item of items) {
    try {
      if (await work(item)) done += 1;
    } catch (error) {
      failures.push(error);
    }
    await letOthersGo();
  }
  if (failures.length > 0) throw new AggregateError(failures, `items that failed: ${failures.length}`);
  return done;
}
