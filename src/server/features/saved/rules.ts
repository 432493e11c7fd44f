import { MAX_SAVED } from '#contract/saved.ts';
import { ConflictError } from '../../errors.ts';

/** Those of these phones that aren't saved yet and for which there is room, and those left for which there isn't; throws when there is room for none. */
export function chooseNew(ids: string[], saved: string[]): { added: string[]; left: string[] } {
  const known = new Set(saved);
  const fresh = [...new Set(ids)].filter((id) => !known.has(id));
  if (fresh.length > 0 && saved.length >= MAX_SAVED) throw new ConflictError('conflict', `You have saved ${MAX_SAVED} phones. Remove some first.`);
  const room = Math.max(0, MAX_SAVED - saved.length);
  return { added: fresh.slice(0, room), left: fresh.slice(room) };
}
