import { toMonthNumber } from '#contract/shared/updates.ts';
import type { Services } from '../../services.ts';
import type { Directory } from './directory.ts';
import { createDirectorySource } from './directory-source.ts';
import { readModelsVersion } from './queries.ts';
import { recognize } from './recognize.ts';

/** What a model cost when it came out, in cents, and when that was, in epoch ms. */
export type ModelLaunch = { priceCents: number | null; releasedAt: number | null };

/** What is stored with a listing of its model: null and 0 where the catalog is not sure of it. */
export type ModelOfListing = { catalog_model: string | null; updates_month: number };

export type KnownModels = {
  directory(): Promise<Directory>;
  /** The model of a seller's phone in the present catalog. */
  modelOf(brand: string, modelName: string): Promise<ModelOfListing>;
  /** Null for a model that is not surely known, and for all until `load` was done. */
  launchOf(brand: string, modelName: string): ModelLaunch | null;
  /** Brings what `launchOf` answers from up to date with the database. */
  load(): Promise<void>;
  /** To hear whenever `launchOf` answers differently. */
  onNews(listener: () => void): void;
};

const LOOK_MS = 1000;
const MOST_LAUNCHES = 5000;

/** What the catalog knows of the phones that are listed. After `load` it follows the database by itself, a second behind. `onError` hears why it could not. */
export function createKnownModels({ db }: Pick<Services, 'db'>, onError: (error: unknown) => void): KnownModels {
  const directoryNow = createDirectorySource({ db });
  const listeners: (() => void)[] = [];
  let current: Directory | null = null;
  let currentVersion = '';
  let launches = new Map<string, ModelLaunch | null>();
  let lookedAt = 0;

  const load = async (): Promise<void> => {
    const version = await readModelsVersion(db);
    if (current && version === currentVersion) return;
    current = await directoryNow();
    currentVersion = version;
    launches = new Map();
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
  };
}

/** What a listing keeps of its model, as a directory has it. */
export function modelOfListing(directory: Directory, brand: string, modelName: string): ModelOfListing {
  const model = sureModel(directory, brand, modelName);
  return { catalog_model: model?.id ?? null, updates_month: toMonthNumber(model?.updates_until ?? null) };
}

/** The model that a listing's words surely name; null where they may mean another. */
function sureModel(directory: Directory, brand: string, modelName: string) {
  const { model, sure } = recognize(directory, `${brand} ${modelName}`);
  return sure ? model : null;
}

/** A month's first day; a year's middle, as no more is known. */
function momentOf(released: string | null): number | null {
  if (released === null) return null;
  return Date.parse(released.length === 4 ? `${released}-07-01T00:00:00Z` : `${released}-01T00:00:00Z`);
}
