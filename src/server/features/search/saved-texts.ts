import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { UnusableFileError } from './index-file.ts';
import { addCategory, createIndexState, type IndexState } from './index-state.ts';
import { internModel, internText } from './interning.ts';
import { internFlags, internMeasures } from './listing-facts.ts';
import { findBrands, findVerifiedSellers } from './queries.ts';
import { internSpot } from './spots.ts';
import { internSeller, setVerified } from './state-rows.ts';
import { DIMENSIONS, type Dimension } from './vocabulary.ts';

type TextDimension = Exclude<Dimension, 'model'>;
const TEXT_DIMENSIONS = DIMENSIONS.filter((dimension): dimension is TextDimension => dimension !== 'model');

const Texts = z.array(z.string());
const Spot = z.int().nullable();

/** The values that rows refer to, each in the order of its numbers. What is made of them is made again. */
export const SavedTexts = z.object({
  categories: Texts,
  sellers: Texts,
  models: z.array(z.tuple([z.int(), z.string(), z.string()])),
  texts: z.record(z.enum(TEXT_DIMENSIONS), Texts),
  spots: z.array(z.tuple([Spot, Spot])),
  flags: z.array(z.int()),
  measures: z.array(z.object({ inches: z.number(), megapixels: z.number(), milliampHours: z.number() })),
});
export type SavedTexts = z.infer<typeof SavedTexts>;

export function textsOf({ categories, sellers, values, spots, facts }: IndexState): SavedTexts {
  const { model: _, ...texts } = values;
  return {
    categories: categories.keys,
    sellers: sellers.keys,
    models: values.model.keys.map((key) => {
      const [category, brandKey = '', ...modelKey] = key.split('\n');
      return [Number(category), brandKey, modelKey.join('\n')];
    }),
    texts: Object.fromEntries(TEXT_DIMENSIONS.map((dimension) => [dimension, texts[dimension].keys])) as Record<TextDimension, string[]>,
    spots: spots.keys.map((key) => {
      const [lat, lng] = key === '' ? [null, null] : key.split(' ').map(Number);
      return [lat ?? null, lng ?? null];
    }),
    flags: facts.flags.values,
    measures: facts.measures.values,
  };
}

/** A state without rows that has these values by the same numbers, with brands and verified sellers as they are now. */
export async function restoreTexts(db: Db, saved: SavedTexts): Promise<IndexState> {
  const state = createIndexState([]);
  const brands = await findBrands(db);
  const names = new Map(brands.map(({ id, name }) => [id, name]));
  restoreEach(saved.categories, (id) => addCategory(state, id, names.get(id) ?? ''));
  for (const { id, name } of brands) addCategory(state, id, name);
  restoreEach(saved.sellers, (id) => internSeller(state, id));
  for (const id of await findVerifiedSellers(db)) setVerified(state, id, true);
  restoreEach(saved.models, ([category, brandKey, modelKey]) => internModel(state, category, brandKey, modelKey));
  for (const dimension of TEXT_DIMENSIONS) restoreEach(saved.texts[dimension], (key) => internText(state, dimension, key));
  restoreEach(saved.spots, ([lat, lng]) => internSpot(state.spots, lat, lng));
  restoreEach(saved.flags, (flags) => internFlags(state.facts, flags));
  restoreEach(saved.measures, (measures) => internMeasures(state.facts, measures));
  return state;
}

/** Restores values in order; each must get the number that it had. */
function restoreEach<T>(values: readonly T[], restore: (value: T) => number): void {
  for (const [number, value] of values.entries()) if (restore(value) !== number) throw new UnusableFileError('its texts are wrong');
}
