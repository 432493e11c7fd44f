import type { Db } from '../tables.ts';
import { countRows, findSame, sourceBatches } from './batches.ts';
import { createChecksum, keyOf, lineOf } from './rows.ts';
import type { CopiedTable } from './shape.ts';

/** One side of a table: its rows, and a hash over them in the order of the source's primary key. */
type Side = { rows: number; checksum: string };

export type Comparison = {
  table: string;
  source: Side;
  target: Side;
  /** The number of rows that only the target has. */
  strangers: number;
  /** The first row that is missing or different in the target; null when there is none. */
  firstDifference: string | null;
};

export function isSame({ strangers, firstDifference, source, target }: Comparison): boolean {
  return strangers === 0 && firstDifference === null && source.checksum === target.checksum;
}

/** Compares each row of the source with the target's row of the same primary key. */
export async function compareTable(source: Db, target: Db, table: CopiedTable): Promise<Comparison> {
  const [here, there] = [createChecksum(), createChecksum()];
  let [rows, found] = [0, 0];
  let firstDifference: string | null = null;
  for await (const batch of sourceBatches(source, table)) {
    const same = await findSame(target, table, batch);
    rows += batch.length;
    found += same.size;
    for (const row of batch) {
      const key = keyOf(table, row);
      const copied = same.get(key);
      const [line, copiedLine] = [lineOf(table, row), copied && lineOf(table, copied)];
      here.add(line);
      if (copiedLine) there.add(copiedLine);
      if (line !== copiedLine) firstDifference ??= key;
    }
  }
  const count = await countRows(target, table.name);
  return {
    table: table.name,
    source: { rows, checksum: here.read() },
    target: { rows: count, checksum: there.read() },
    strangers: count - found,
    firstDifference,
  };
}
