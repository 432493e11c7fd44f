import type { Suggestion } from '#contract/search.ts';
import type { Db } from '../../db/tables.ts';
import type { IndexState } from './index-state.ts';
import { findModelName } from './queries.ts';
import type { Suggested } from './suggest.ts';

export type ModelNames = {
  /** A model's name as one of its sellers writes it. `modelName`: the name's number among all models' names. */
  of(state: IndexState, category: number, modelName: number): Promise<string>;
  toSuggestions(state: IndexState, suggested: Suggested[]): Promise<Suggestion[]>;
};

const MAX_NAMES = 20_000;

/** Display names of models; looks up each once. */
export function createModelNames(db: Db): ModelNames {
  const names = new Map<string, string>();

  async function of(state: IndexState, category: number, modelName: number): Promise<string> {
    const categoryId = state.categories.keys[category] ?? null;
    const modelKey = state.modelNames.keys[modelName] ?? '';
    const key = `${categoryId}\n${modelKey}`;
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = categoryId === null ? null : await findModelName(db, categoryId, modelKey);
    // The last one was sold a moment ago. The next that is listed has a name again.
    if (name === null) return modelKey;
    if (names.size >= MAX_NAMES) names.clear();
    names.set(key, name);
    return name;
  }

  async function toSuggestion(state: IndexState, { category, modelName, listings }: Suggested): Promise<Suggestion> {
    const brand = state.categoryNames[category] ?? '';
    if (modelName === null) return { text: brand, kind: 'brand', brand, listings };
    return { text: await of(state, category, modelName), kind: 'model', brand, listings };
  }

  return { of, toSuggestions: (state, suggested) => Promise.all(suggested.map((one) => toSuggestion(state, one))) };
}
