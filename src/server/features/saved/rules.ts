import { MAX_SAVED } from '#contract/saved.ts';
import { ConflictError } from '../../errors.ts';

/** Those of these phones that aren't saved yet and for which there is room; throws when there is room for none of them. */
export function chooseNew(ids: string[], saved: string[]): string[] {
  const known = new Set(saved);
  const added = [...new Set(ids)].filter((id) => !known.has(id));
  if (added.length > 0 && saved.length >= MAX_SAVED) throw new ConflictError('conflict', `You have saved ${MAX_SAVED} phones. Remove some first.`);
  return added.slice(0, MAX_SAVED - saved.length);
}
