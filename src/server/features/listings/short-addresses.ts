import { idOfCode } from '#contract/shared/short-codes.ts';
import type { Db } from '../../db/tables.ts';
import { hasListing } from './queries.ts';

const SHORT = /^\/p\/([\w-]{1,64})$/u;

/** Finds the page that a short address stands for; null when it stands for none. A listing's page says itself what has become of it. */
export function createFindShortAddress(db: Db): (path: string) => Promise<string | null> {
  return async (path) => {
    const [, code] = SHORT.exec(path) ?? [];
    if (code === undefined) return null;
    const id = idOfCode(code) ?? code;
    return (await hasListing(db, id)) ? `/selected-items-details/${encodeURIComponent(id)}` : null;
  };
}
