import { LATEST_MIGRATION } from '../../db/migrations.ts';
import { isAnswering } from '../../db/queries.ts';
import type { ReadyCheck } from '../../http/health.ts';
import type { SearchEngine } from '../../ports/search-engine.ts';
import type { Services } from '../../services.ts';
import { tryToWrite } from './machine.ts';
import { findLastMigration } from './queries.ts';

const INDEX_MS = 1000;
const WRITE_EVERY_MS = 5000;

/** Checks everything that this process needs to serve requests. */
export function createReadyChecks({ db, setup }: Pick<Services, 'db' | 'setup'>, searchEngine: SearchEngine): ReadyCheck[] {
  const look = createIndexView(searchEngine);
  return [
    { name: 'database', look: async () => ((await isAnswering(db)) ? null : 'the database does not answer') },
    {
      name: 'migrations',
      look: async () => ((await findLastMigration(db)) === LATEST_MIGRATION ? null : 'the database has the shape of another version of the shop'),
    },
    { name: 'searches', look },
    { name: 'disk', look: createDiskLook(setup.dataDir) },
  ];
}

/** Once the search index was loaded, the check stays green: while it reloads, other processes may be reloading too, and some process has to serve. */
function createIndexView(searchEngine: SearchEngine) {
  let wasRead = false;
  return async (): Promise<string | null> => {
    if (wasRead) return null;
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => late.resolve(false), INDEX_MS);
    const reading = searchEngine.load().then(
      () => true,
      () => false,
    );
    wasRead = await Promise.race([reading, late.promise]);
    clearTimeout(timer);
    return wasRead ? null : 'what is on sale is still being read';
  };
}

/** Writes to the disk only this often, however often it is checked. */
function createDiskLook(dataDir: string) {
  let [lookedAt, outcome]: [number, Promise<string | null> | null] = [0, null];
  return (): Promise<string | null> => {
    const now = performance.now();
    if (outcome === null || now - lookedAt > WRITE_EVERY_MS) {
      lookedAt = now;
      outcome = tryToWrite(dataDir).then(
        () => null,
        () => 'the data directory can’t be written to: it is full, read-only, or not there',
      );
    }
    return outcome;
  };
}
