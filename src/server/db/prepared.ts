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
  const built = new WeakMap<Db, { query: CompiledQuery<Row>; order: (keyof V | null)[] }>();
  const places = Object.fromEntries(names.map((name) => [name, placeOf(name)])) as V;
  const buildFor = (db: Db) => {
    const query = build(db, places).compile();
    const order = query.parameters.map((parameter) => names.find((name) => parameter === placeOf(name)) ?? null);
    return { query, order };
  };
  return async (db, values) => {
    const known = built.get(db) ?? buildFor(db);
    built.set(db, known);
    const parameters = known.order.map((name, index) => (name === null ? known.query.parameters[index] : values[name]));
    const readAtOnce = (db as Db & { [AT_ONCE]?: ReadAtOnce })[AT_ONCE];
    if (readAtOnce) return readAtOnce(known.query.sql, parameters) as Row[];
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(known.query.sql, parameters));
    return rows;
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

/** The same for a list of texts, built once for each length; an empty list finds nothing. */
export function prepareForEach<Row>(build: (db: Db, texts: string[]) => Compilable<Row>): (db: Db, texts: string[]) => Promise<Row[]> {
  const prepared = new Map<number, Prepared<Record<string, string>, Row>>();
  return async (db, texts) => {
    if (texts.length === 0) return [];
    const names = texts.map((_, index) => `text${index}`);
    const run = prepared.get(texts.length) ?? prepare<Record<string, string>, Row>(names, (one, values) => build(one, Object.values(values)));
    prepared.set(texts.length, run);
    return run(db, Object.fromEntries(texts.map((text, index) => [`text${index}`, text])));
  };
}

/** A placeholder for a value that is filled in at each run. */
const placeOf = (name: string): string => `\u0001${name}`;
