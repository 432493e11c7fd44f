import { toMonthNumber } from '#contract/shared/updates.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import type { Directory } from './directory.ts';
import { createDirectorySource } from './directory-source.ts';
import { findUpdatesSource, readModelsVersion } from './queries.ts';
import { recognize } from './recognize.ts';

/** A model's launch price in cents, and its release in epoch ms. */
export type ModelLaunch = { priceCents: number | null; releasedAt: number | null };

/** What a listing stores about its model: null and 0 if the catalog isn't sure of it. */
export type ModelOfListing = { catalog_model: string | null; updates_month: number };

export type KnownModels = {
  directory(): Promise<Directory>;
  /** The model of a seller's phone according to the current catalog. */
  modelOf(brand: string, modelName: string): Promise<ModelOfListing>;
  /** Null for a model that isn't recognized for certain, and for all until `load` is done. */
  launchOf(brand: string, modelName: string): ModelLaunch | null;
  /** Who promised a model's security updates, and where; null if no promise is known. `from`: the database or its replica. */
  updatesSourceOf(from: Db, id: string): Promise<string | null>;
  /** Whether the name of a brand or model has this word; false for all until `load` is done. */
  hasWord(word: string): boolean;
  /** Updates the data behind these from the database. */
  load(): Promise<void>;
  /** Adds a listener to call whenever `launchOf` returns something new. */
  onNews(listener: () => void): void;
};

const LOOK_MS = 1000;
const MOST_LAUNCHES = 5000;
const MOST_SOURCES = 5000;

/** What the catalog knows about the listed phones. After `load` it follows the database, at most a second behind. Calls `onError` when it can't. */
export function createKnownModels({ db, reads }: Pick<Services, 'db' | 'reads'>, onError: (error: unknown) => void): KnownModels {
  const directoryNow = createDirectorySource({ db });
  const listeners: (() => void)[] = [];
  let current: Directory | null = null;
  let currentVersion = '';
  let launches = new Map<string, ModelLaunch | null>();
  let sources = new Map<string, string | null>();
  let lookedAt = 0;

  const load = async (): Promise<void> => {
    const version = await readModelsVersion(db);
    if (current && version === currentVersion) return;
    current = await directoryNow();
    currentVersion = version;
    launches = new Map();
    sources = new Map();
    for (const listener of listeners) listener();
  };

  const look = (): void => {
    if (performance.now() - lookedAt < LOOK_MS) return;
    lookedAt = performance.now();
    load().catch(onError);
  };

  return {
    directory: directoryNow,
    load,
    onNews: (listener) => void listeners.push(listener),
    modelOf: async (brand, modelName) => modelOfListing(await directoryNow(), brand, modelName),
    launchOf(brand, modelName) {
      if (!current) return null;
      look();
      const key = `${brand}\n${modelName}`;
      const known = launches.get(key);
      if (known !== undefined) return known;
      if (launches.size >= MOST_LAUNCHES) launches.clear();
      const model = sureModel(current, brand, modelName);
      const launch = model && { priceCents: model.launch_price_cents, releasedAt: momentOf(model.released) };
      launches.set(key, launch);
      return launch;
    },
    hasWord(word) {
      if (!current) return false;
      look();
      return current.lexicon.known.has(word);
    },
    async updatesSourceOf(from, id) {
      if (current) look();
      const before = sources.get(id);
      if (before !== undefined) return before;
      // Replaced when the catalog changes: what was read before then must not get into the new one.
      const known = sources;
      const source = await findUpdatesSource(from, id);
      // A replica may not have the current catalog yet.
      if (from !== reads) return source;
      if (known.size >= MOST_SOURCES) known.clear();
      known.set(id, source);
      return source;
    },
  };
}

/** What a listing stores about its model, according to a directory. */
export function modelOfListing(directory: Directory, brand: string, modelName: string): ModelOfListing {
  const model = sureModel(directory, brand, modelName);
  return { catalog_model: model?.id ?? null, updates_month: toMonthNumber(model?.updates_until ?? null) };
}

/** The model that a listing names for certain; null if it may be another. */
function sureModel(directory: Directory, brand: string, modelName: string) {
  const { model, sure } = recognize(directory, `${brand} ${modelName}`);
  return sure ? model : null;
}

/** The first day of a month, or the middle of a year if only that is known, in epoch ms. */
export function momentOf(released: string | null): number | null {
  if (released === null) return null;
  return Date.parse(released.length === 4 ? `${released}-07-01T00:00:00Z` : `${released}-01T00:00:00Z`);
}
