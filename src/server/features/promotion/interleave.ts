import { modelKeysOf, type Varied } from '../listings/index.ts';

/** More than anything can have appeared: a neighbor that is alike is the last choice. */
const ALIKE = 10_000;

type Candidate<Row> = { row: Row; seller: string; models: string[] };

/** What was shown before these rows, and which of it just before. */
type Before = { shown: readonly Varied[]; last: Varied | null };

/**
 * Picks `count` rows so that, where possible, neighbors differ in seller and model: each time the first of those whose seller and model have appeared least.
 */
export function interleave<Row extends Varied>(rows: readonly Row[], count: number, before: Before): Row[] {
  const left = rows.map(toCandidate);
  const picked: Row[] = [];
  const times = new Map<string, number>();
  for (const row of before.shown) countIn(times, toCandidate(row));
  let last = before.last && toCandidate(before.last);
  // Rows that wait for a later page can part neighbors there.
  const isWhole = rows.length <= count;
  while (picked.length < count && left.length > 0) {
    const at = (isWhole ? indexOfMajority(left, last) : null) ?? indexOfRarest(left, last, times);
    const [next] = left.splice(at, 1);
    if (!next) break;
    countIn(times, next);
    picked.push(next.row);
    last = next;
  }
  return picked;
}

const toCandidate = <Row extends Varied>(row: Row): Candidate<Row> => ({ row, seller: row.seller_id, models: modelKeysOf(row) });

function countIn(times: Map<string, number>, { seller, models }: Candidate<Varied>): void {
  for (const key of [seller, ...models]) times.set(key, (times.get(key) ?? 0) + 1);
}

/** The first of a seller who has more than half of what is left: unless picked now, two of theirs will be neighbors. */
function indexOfMajority(left: Candidate<Varied>[], last: Candidate<Varied> | null): number | null {
  const counts = new Map<string, number>();
  for (const { seller } of left) counts.set(seller, (counts.get(seller) ?? 0) + 1);
  const at = left.findIndex(({ seller }) => (counts.get(seller) ?? 0) * 2 > left.length && seller !== last?.seller);
  return at < 0 ? null : at;
}

function indexOfRarest(left: Candidate<Varied>[], last: Candidate<Varied> | null, times: Map<string, number>): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [at, candidate] of left.entries()) {
    const seen = [candidate.seller, ...candidate.models].reduce((sum, key) => sum + (times.get(key) ?? 0), 0);
    const cost = seen + (last && isAlike(candidate, last) ? ALIKE : 0);
    if (cost < least) [best, least] = [at, cost];
    if (cost === 0) break;
  }
  return best;
}

const isAlike = (one: Candidate<Varied>, other: Candidate<Varied>): boolean =>
  one.seller === other.seller || one.models.some((model) => other.models.includes(model));
