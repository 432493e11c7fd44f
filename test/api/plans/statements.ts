import type { RunQuery } from '#server/db/prepared.ts';

/** Statements that differ only in their values, with the values of the first. `from`: what the shop was doing. */
export type Statement = { shape: string; query: RunQuery; from: string };

const READS_OR_CHANGES = /^(?:select|update|delete|with|insert .*\bselect\b)/isu;

/** Collects each statement that the shop sends, once. */
export function collectStatements() {
  const byShape = new Map<string, Statement>();
  let from = '';
  return {
    note(query: RunQuery): void {
      if (!READS_OR_CHANGES.test(query.sql)) return;
      const shape = shapeOf(query.sql);
      if (!byShape.has(shape)) byShape.set(shape, { shape, query, from });
    },
    /** What the following statements come from. */
    nowFrom(what: string): void {
      from = what;
    },
    all: (): Statement[] => [...byShape.values()],
  };
}

/** A statement without its values, however many there are in a list. */
function shapeOf(text: string): string {
  return text
    .replace(/\$\d+/gu, '?')
    .replace(/\?(?:, \?)+/gu, '?')
    .replace(/\(\?\)(?:, \(\?\))+/gu, '(?)');
}
