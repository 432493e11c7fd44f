import { minutes } from '#contract/shared/durations.ts';
import type { Services } from '../../services.ts';
import { nextTurn } from '../../turns.ts';
import { type Directory, modelOfListing, readModelsVersion } from '../phone-models/index.ts';
import { findNamedListings, findProgress, type NamedListing, saveProgress, writeModels } from './model-queries.ts';

const BATCH = 25;
/** Each change invalidates cached lists, so changes are made in batches with pauses in between. */
const MOST_AT_ONCE = 2000;
/** A listing becomes visible to other transactions at most this long after its id was created. */
const OVERLAP_MS = minutes(2);

type Needs = Pick<Services, 'db' | 'clock'> & { directory(): Promise<Directory> };

/**
 * Matches listings with the catalog, a batch at a time: all of them after the catalog changed, otherwise only new ones. Continues after an
 * interruption. Returns whether it is done.
 */
export async function matchModels({ db, clock, directory }: Needs): Promise<boolean> {
  const version = await readModelsVersion(db);
  const before = await findProgress(db);
  let after = before?.version === version ? before.after : '';
  for (let looked = 0; looked < MOST_AT_ONCE; looked += BATCH) {
    const rows = await findNamedListings(db, after, BATCH);
    const last = rows.at(-1)?.id ?? after;
    const isEnd = rows.length < BATCH;
    const overlap = lowestIdAt(Date.now() - OVERLAP_MS);
    const reached = isEnd && overlap < last ? overlap : last;
    const changed = rows.length === 0 ? [] : changedOf(await directory(), rows);
    if (changed.length > 0) await writeModels(db, changed, { version, after: reached }, clock.now());
    else if (isEnd && (before?.version !== version || before.after !== reached)) await saveProgress(db, { version, after: reached });
    if (isEnd) return true;
    after = last;
    await nextTurn();
  }
  await saveProgress(db, { version, after });
  return false;
}

/** The lowest listing id that can have been created at this time, since ids begin with it. */
function lowestIdAt(moment: number): string {
  const hex = Math.max(0, Math.floor(moment / minutes(1)) * minutes(1))
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

function changedOf(directory: Directory, rows: NamedListing[]) {
  return rows.flatMap((row) => {
    const model = modelOfListing(directory, row.category_name, row.model_name);
    return model.catalog_model === row.catalog_model && model.updates_month === row.updates_month ? [] : [{ id: row.id, ...model }];
  });
}
