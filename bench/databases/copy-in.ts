import type { Client, Connection, Submittable } from 'pg';
import type { Filling, Value } from './tables.ts';

const CHUNK_CHARACTERS = 512 * 1024;
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Rows in the format of `copy … from stdin`, in chunks. */
const toChunks = function* (columns: string[], rows: Iterable<Record<string, Value>>): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += `${columns.map((name) => toField(row[name] ?? null)).join('\t')}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
};

type CopyConnection = Connection & {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  stream: NodeJS.WritableStream & { writableNeedDrain: boolean };
};

/** Loads rows into a PostgreSQL table, far faster than inserts. All rows have the first one's columns. */
export function copyIn(client: Client, { table, rows }: Filling): Promise<void> {
  const iterator = rows[Symbol.iterator]();
  const first = iterator.next();
  if (first.done) return Promise.resolve();
  const columns = Object.keys(first.value);
  const all = function* (): Generator<Record<string, Value>> {
    yield first.value;
    for (let next = iterator.next(); !next.done; next = iterator.next()) yield next.value;
  };
  const sql = `copy ${table} (${columns.map((name) => `"${name}"`).join(', ')}) from stdin`;
  return new Promise((resolve, reject) => {
    client.query(createCopy(sql, toChunks(columns, all()), (error) => (error ? reject(error) : resolve())));
  });
}

/** Runs `copy … from stdin`, which the driver implements but doesn't expose: sends rows as fast as the server accepts them. */
function createCopy(sql: string, chunks: Generator<Buffer>, onEnd: (error: Error | null) => void): Submittable & Record<string, unknown> {
  let failed: Error | null = null;
  const send = (connection: CopyConnection): void => {
    // Not for…of: leaving the loop would close the generator.
    for (let next = chunks.next(); !next.done; next = chunks.next()) {
      connection.sendCopyFromChunk(next.value);
      if (connection.stream.writableNeedDrain) {
        connection.stream.once('drain', () => send(connection));
        return;
      }
    }
    connection.endCopyFrom();
  };
  return {
    submit: (connection: Connection) => (connection as CopyConnection).query(sql),
    handleCopyInResponse: (connection: CopyConnection) => send(connection),
    handleError(error: Error) {
      failed = error;
      chunks.return(undefined);
      onEnd(error);
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => (failed ? undefined : onEnd(null)),
  };
}

function toField(value: Value): string {
  return value === null ? '\\N' : typeof value === 'number' ? String(value) : value.replace(/[\\\n\r\t]/gu, (character) => ESCAPED[character] ?? character);
}
