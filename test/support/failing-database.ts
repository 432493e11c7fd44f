import type { Db } from '#server/db/tables.ts';

/** A database like the given one, except that no statement that names this id works. */
export function failFor(db: Db, id: string): Db {
  return db.withPlugin({
    transformQuery({ node }) {
      if (JSON.stringify(node).includes(id)) throw new TypeError('a fault of the shop');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}
