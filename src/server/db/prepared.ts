import { type Compilable, CompiledQuery } from 'kysely';
import type { Db } from './tables.ts';

/** Runs a query and returns its rows, in this turn of the event loop. Throws `UnavailableError`. */
export type ReadAtOnce = (sql: string, parameters: readonly unknown[]) => unknown[];

/** A query as it was sent. */
export type RunQuery = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Called after each query with its duration. */
export type OnQuery = (query: RunQuery, durationMs: number, isFailed: boolean) => void;

const AT_ONCE = Symbol('reads at once');

type Values = Record<string, string | number>;

/** A query that is built once for each database, then run with different values: building costs as much as running it. */
export type Prepared<V extends Values, Row> = (db: Db, values: V) => Promise<Row[]>;

/** `build` gets a placeholder for each of `names`. It must use each of them as a value, and nothing else that differs between runs. */
export function prepare<V extends Values, Row>(names: (keyof V & string)[], build: (db: Db, places: V) => Compilable<Row>): Prepared<V, Row> {
  const run = prepareInOrder(names.length, (db, places) => build(db, Object.fromEntries(names.map((name, at) => [name, places[at]])) as V));
  return (db, values) => run(db, (at) => values[names[at] ?? '']);
}

/** The same for a list of texts, built once for each length; an empty list finds nothing. */
export function prepareForEach<Row>(build: (db: Db, texts: string[]) => Compilable<Row>): (db: Db, texts: string[]) => Promise<Row[]> {
  const prepared = new Map<number, ReturnType<typeof prepareInOrder<Row>>>();
  return async (db, texts) => {
    if (texts.length === 0) return [];
    const run = prepared.get(texts.length) ?? prepareInOrder(texts.length, build);
    prepared.set(texts.length, run);
    return run(db, (at) => texts[at]);
  };
}

/** Builds a query once for each database with `count` placeholders; runs it with the values at their places. */
function prepareInOrder<Row>(count: number, build: (db: Db, places: string[]) => Compilable<Row>) {
  const places = Array.from({ length: count }, (_, at) => `\u0001${at}`);
  const built = new WeakMap<Db, { query: CompiledQuery<Row>; order: number[] }>();
  const buildFor = (db: Db) => {
    const query = build(db, places).compile();
    const made = { query, order: query.parameters.map((parameter) => places.indexOf(parameter as string)) };
    built.set(db, made);
    return made;
  };
  return async (db: Db, valueAt: (at: number) => unknown): Promise<Row[]> => {
    const { query, order } = built.get(db) ?? buildFor(db);
    const parameters = order.map((at, index) => (at === -1 ? query.parameters[index] : valueAt(at)));
    const readAtOnce = (db as Db & { [AT_ONCE]?: ReadAtOnce })[AT_ONCE];
    if (readAtOnce) return readAtOnce(query.sql, parameters) as Row[];
    return (await db.executeQuery<Row>(CompiledQuery.raw(query.sql, parameters))).rows;
  };
}

/** Lets a database run prepared queries at once: going through its driver takes longer than most of them. */
export function letReadAtOnce(db: Db, read: ReadAtOnce, onQuery?: OnQuery): Db {
  const measured: ReadAtOnce = (sql, parameters) => {
    const began = performance.now();
    let isFailed = true;
    try {
      const rows = read(sql, parameters);
      isFailed = false;
      return rows;
    } finally {
      onQuery?.({ sql, parameters }, performance.now() - began, isFailed);
    }
  };
  return Object.assign(db, { [AT_ONCE]: measured });
}
