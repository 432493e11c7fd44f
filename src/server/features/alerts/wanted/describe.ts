import type { SearchInput } from '#contract/alerts/alerts.ts';
import type { WantedPhone } from '#contract/alerts/wanted.ts';
import { CONDITION_LABELS } from '#contract/shared/condition.ts';
import { CONDITION_CHECKS } from '#contract/shared/condition-checks.ts';
import { toFacetKey } from '#contract/shared/facet-text.ts';
import { toYear } from '../../../db/search-keys.ts';
import type { Db } from '../../../db/tables.ts';
import { InvalidError } from '../../../errors.ts';
import { findBrandNames } from '../../catalog/index.ts';
import { namePoint } from '../../cities/index.ts';
import { type Directory, isCatalogColor, type KnownModels } from '../../phone-models/index.ts';
import { type CompiledCriteria, compileCriteria, type Labelled, toFacetLabel } from '../../search/index.ts';
import { readCriteria, type StoredCriteria, withoutPrices } from '../matcher.ts';
import { readPath } from '../rules.ts';
import { type Named, nameModels, nameWords } from './names.ts';
import { findOwnSearch } from './queries.ts';
import { requireSearch } from './rules.ts';

type Needs = { db: Db; directory: Directory };
type Stored = { path: string; criteria: string };

const GRADES = new Set(Object.values(CONDITION_LABELS).map(toFacetKey));
const SIZE = /^\d{1,4}(?:gb|tb)$/u;

/** What sellers see of a search that somebody saved. Throws 404, or 422 for a search that can't be a wanted ad. */
export async function describeSaved({ db, models }: { db: Db; models: KnownModels }, id: string, userId: string): Promise<WantedPhone> {
  const search = await findOwnSearch(db, id, userId);
  requireSearch(search);
  return describe({ db, models }, search);
}

async function describe({ db, models }: { db: Db; models: KnownModels }, { path, criteria }: Stored): Promise<WantedPhone> {
  return describeSearch({ db, directory: await models.directory() }, readPath(path), readCriteria(criteria));
}

/** Whether a search that somebody saved can be a wanted ad. */
export async function canBeAd(needs: { db: Db; models: KnownModels }, search: Stored): Promise<boolean> {
  try {
    await describe(needs, search);
    return true;
  } catch (error) {
    if (error instanceof InvalidError) return false;
    throw error;
  }
}

/**
 * What sellers see of a search: only what the shop, its catalog and its list of cities know, so that nobody can publish a text of their own. Throws
 * 422 for a search that says anything else, or names no brand or model.
 */
async function describeSearch({ db, directory }: Needs, input: SearchInput, { filters, ...words }: StoredCriteria): Promise<WantedPhone> {
  const criteria = withoutPrices(compileCriteria(words));
  if (criteria.excluded.length > 0) throw refused('words such as “not” or “without”');
  if (input.place.length > 0) throw refused('places. Search near a city instead');
  const named = await nameIn({ db, directory }, input, words.words);
  const storages = labelsOf('storage', input.storage, (key) => SIZE.test(key));
  const colors = input.color.map((text) => ({ text, key: toFacetKey(text) }));
  for (const { text, key } of colors) if (!(await isCatalogColor(db, key))) throw refused(`the color “${text}”`);
  const parts = [
    named.label,
    storages.join(' or '),
    labelsOf('ram', input.ram, (key) => SIZE.test(key))
      .map((label) => `${label} RAM`)
      .join(' or '),
    ...sayings(criteria),
    labelsOf('condition', input.condition, (key) => GRADES.has(key)).join(' or '),
    colors.map(({ key }) => toFacetLabel('color', key)).join(' or '),
    input.year.length === 0 ? '' : `bought in ${input.year.map(yearIn).join(' or ')}`,
    ...input.checks.map((check) => CONDITION_CHECKS[check]),
    input.updates === null ? '' : `${input.updates} months of updates`,
    input.verified ? 'from a verified seller' : '',
  ];
  const sizes = criteria.sizes.filter(({ dimension }) => dimension !== 'ram').map(({ text }) => toFacetLabel('storage', text));
  const wantedSizes = [...storages, ...sizes];
  return {
    title: parts.filter((part) => part !== '').join(', '),
    place: filters.near !== null && filters.withinKm !== null ? (await namePoint(db, filters.near)).name : null,
    model: named.model,
    storage: wantedSizes.length === 1 ? (wantedSizes[0] ?? null) : null,
  };
}

function yearIn(text: string): number {
  const year = toYear(text);
  if (year === 0) throw refused(`the year “${text}”`);
  return year;
}

/** What phrases of the search demand, in the search's own words for it. */
function sayings({ sizes, required }: CompiledCriteria): string[] {
  return [
    ...sizes.map(({ text, dimension }) => (dimension === 'ram' ? `${toFacetLabel('ram', text)} RAM` : toFacetLabel('storage', text))),
    ...required.map(({ label }) => label),
  ];
}

function labelsOf(facet: Labelled, values: string[], isKnown: (key: string) => boolean): string[] {
  return values.map((value) => {
    const key = toFacetKey(value);
    if (!isKnown(key)) throw refused(`“${value}”`);
    return toFacetLabel(facet, key);
  });
}

/** The brand or model that a search names by its words, its filters or its list. */
async function nameIn({ db, directory }: Needs, input: SearchInput, words: StoredCriteria['words']): Promise<Named> {
  const brands = [...(await findBrandNames(db)).values()];
  const typed =
    words.length === 0
      ? null
      : nameWords(
          directory,
          brands,
          words.flatMap(({ any, begins }) => (any.length === 1 && !begins ? any : [''])),
        );
  if (words.length > 0 && !typed) throw refused('words other than a brand’s or a model’s name. Choose the rest as filters');
  const models = input.model.length === 0 ? null : nameModels(directory, input.model);
  if (input.model.length > 0 && !models) throw refused('a model that our catalog doesn’t have');
  const listed = [...(input.name === undefined ? [] : [input.name]), ...input.brand];
  const known = listed.map((name) => brands.find((brand) => toFacetKey(brand) === toFacetKey(name)));
  if (known.includes(undefined)) throw refused('a brand that we don’t have');
  const found = typed ?? models ?? (known.length > 0 ? { label: known.join(' or '), model: null } : null);
  if (!found) throw new InvalidError('Search for a brand or a model first, so that sellers know which phone you want.', {});
  return typed && models ? { label: `${typed.label}, ${models.label}`, model: models.model } : found;
}

const refused = (what: string): InvalidError => new InvalidError(`A wanted ad can’t have ${what}.`, {});
