import type { Db } from '#server/db/tables.ts';

type Builder = Record<string | symbol, unknown> & { compile?(): { sql: string } };

/** A database in which the first queries of a table wait until this many have arrived, so that all see the same state, whatever they do next. */
export function withWaitingAnswers(db: Db, table: string, count: number): Db {
  const { promise: allAsked, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  const waiting = async (answer: Promise<unknown>): Promise<unknown> => {
    const found = await answer;
    asked += 1;
    if (asked >= count) resolve();
    await allAsked;
    return found;
  };
  const wrap = (builder: Builder): Builder =>
    new Proxy(builder, {
      get(target, name) {
        const member = target[name];
        if (typeof member !== 'function') return member;
        return (...parts: unknown[]) => {
          const outcome: unknown = member.apply(target, parts);
          if (outcome instanceof Promise) return target.compile?.().sql.includes(`from "${table}"`) ? waiting(outcome) : outcome;
          return typeof outcome === 'object' && outcome !== null ? wrap(outcome as Builder) : outcome;
        };
      },
    });
  return new Proxy(db, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (name === 'selectFrom') return (from: never) => wrap(target.selectFrom(from) as unknown as Builder);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
