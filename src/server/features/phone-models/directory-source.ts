import type { Services } from '../../services.ts';
import { nextTurn } from '../../turns.ts';
import { type Directory, fileModels } from './directory.ts';
import { findNamedModels, readModelsVersion } from './queries.ts';

/** Returns the directory of the models in the database, which is read on first use and again after an import. */
export function createDirectorySource({ db }: Pick<Services, 'db'>): () => Promise<Directory> {
  let cached: { version: string; directory: Directory } | null = null;
  let reading: { version: string; directory: Promise<Directory> } | null = null;
  const read = async (version: string): Promise<Directory> => {
    const filing = fileModels(await findNamedModels(db));
    let step = filing.next();
    while (!step.done) {
      await nextTurn();
      step = filing.next();
    }
    cached = { version, directory: step.value };
    return step.value;
  };
  const begin = (version: string) => {
    const directory = read(version).finally(() => {
      reading = null;
    });
    return { version, directory };
  };
  return async () => {
    const version = await readModelsVersion(db);
    if (cached?.version === version) return cached.directory;
    // What was read before an import lacks some of its models.
    if (reading && reading.version !== version) await reading.directory.catch(() => {});
    reading ??= begin(version);
    return reading.directory;
  };
}
