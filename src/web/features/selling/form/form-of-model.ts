import type { Category } from '#contract/catalog.ts';
import type { PhoneModel } from '#contract/phone-models.ts';
import { knownOf, type Texts } from './filling.ts';
import { emptyListing, type ListingForm } from './form-fields.ts';

/** The form begun with a model of the catalog and, if it comes with that, a storage. */
export function formOfModel(model: PhoneModel, categories: Pick<Category, 'name'>[], storage: string): ListingForm {
  const known = Object.entries(knownOf(model, categories)).filter((entry): entry is [string, string] => entry[1] !== null);
  const chosen = storage === '' ? [] : [['storage', storage] as const, ['specification.storage', storage] as const];
  const filled: Texts = Object.fromEntries(known);
  const empty = emptyListing();
  const [own, specification] = [{ ...empty }, { ...empty.specification }];
  for (const [name, text] of [...known, ...chosen])
    Object.assign(name.startsWith('specification.') ? specification : own, { [name.replace('specification.', '')]: text });
  return { ...own, specification, model: model._id, filled };
}
