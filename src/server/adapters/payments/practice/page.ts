import { type Form, textAt, wholeAt } from './form.ts';
import type { Page } from './queries.ts';
import { noSuch } from './refusals.ts';

export type { Page };

/** Reads which page of a list is asked for; `find` looks up the last one of the page before. */
export async function readPage(
  form: Form,
  find: (id: string) => Promise<{ id: string; createdAt: number } | null>,
  kind: Parameters<typeof noSuch>[0],
): Promise<Page> {
  const limit = wholeAt(form, 'limit', { min: 1, max: 100 }) ?? 10;
  const id = textAt(form, 'starting_after');
  if (id === null) return { limit, after: null };
  const after = await find(id);
  if (!after) throw noSuch(kind, id, 'starting_after');
  return { limit, after: { key: after.createdAt, id: after.id } };
}
