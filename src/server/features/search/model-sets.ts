/**
 * Some of all models: their numbers, each once, in no order, and a table with 1 at each, to test rows by. A search names a few of thousands, so whatever
 * goes through them goes through the numbers.
 */
export type ModelSet = { numbers: readonly number[]; table: Uint8Array };

/** A table with 1 at these numbers. */
export function tableOf(length: number, numbers: Iterable<number>): Uint8Array {
  const table = new Uint8Array(length);
  for (const number of numbers) table[number] = 1;
  return table;
}

export const toModelSet = (count: number, numbers: readonly number[]): ModelSet => intersect(count, [numbers]);

/** The models that are in all these lists, of which there may be 250 at most. */
export function intersect(count: number, lists: readonly (readonly number[])[]): ModelSet {
  const [shortest = [], ...others] = lists.toSorted((one, other) => one.length - other.length);
  const table = tableOf(count, shortest);
  others.forEach((list, at) => {
    for (const number of list) if (table[number] === at + 1) table[number] = at + 2;
  });
  const numbers: number[] = [];
  for (const number of shortest) {
    if (table[number] === lists.length) numbers.push(number);
    // Also if the list has it again.
    table[number] = 0;
  }
  for (const number of numbers) table[number] = 1;
  return { numbers, table };
}
