import type { BrandSetting, SettingName, SettingsValues } from '#contract/shop-settings.ts';
import { SETTING_NAMES } from '#contract/shop-settings.ts';
import { ConflictError, InvalidError } from '../../errors.ts';

const KEEPS_ITS_NAME = 'A brand keeps its name: links to its phones hold it.';
const TWICE = 'The shop has this brand already.';
const UNKNOWN = 'The shop does not have this brand any more.';
const UPLOAD = 'This is not a picture of the shop’s own. Upload one here.';

/** Somebody else's version came first; nothing was changed. */
export const overtaken = (latest: number): ConflictError =>
  new ConflictError('conflict', `Somebody saved version ${latest} meanwhile, so nothing was changed. Look at theirs first; what you wrote is still here.`);

/** The names of the settings that differ between two sets of values. */
export const changedBetween = (before: SettingsValues, after: SettingsValues): SettingName[] =>
  SETTING_NAMES.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

/**
 * The brands as they are to be, from those that were sent: in their order, and after them those that were left out, so that no phone loses its brand.
 * `keyOf` gives the form in which names are compared. Throws `Invalid` at the field of one that is there twice, has another name, or does not exist.
 */
export const arrangeBrands = (
  sent: BrandSetting[],
  present: { id: string; name: string; img: string }[],
  { keyOf, newId }: { keyOf: (name: string) => string; newId: () => string },
): { _id: string; name: string; img: string }[] => {
  const known = new Map(present.map((brand) => [brand.id, brand]));
  const taken = new Set(present.map(({ name }) => keyOf(name)));
  const fields: Record<string, string> = {};
  const used = new Set<string>();
  const arranged = sent.map(({ _id, name, img }, at) => {
    const brand = _id === null ? null : known.get(_id);
    if (brand === undefined) fields[`brands.${at}.name`] = UNKNOWN;
    else if (brand && keyOf(brand.name) !== keyOf(name)) fields[`brands.${at}.name`] = KEEPS_ITS_NAME;
    else if (_id === null ? taken.has(keyOf(name)) : used.has(_id)) fields[`brands.${at}.name`] = TWICE;
    if (_id === null) taken.add(keyOf(name));
    else used.add(_id);
    return { _id: _id ?? newId(), name: brand?.name ?? name, img };
  });
  const [sentence] = Object.values(fields);
  if (sentence) throw new InvalidError(sentence, fields);
  return [...arranged, ...present.filter(({ id }) => !used.has(id)).map(({ id, name, img }) => ({ _id: id, name, img }))];
};

/** Throws `Invalid` at its field for a picture that is none of the shop's own. */
export const requireOwnPictures = (pictures: [field: string, address: string][], isOwn: (address: string) => boolean): void => {
  const foreign = pictures.filter(([, address]) => !isOwn(address));
  if (foreign.length > 0) throw new InvalidError(UPLOAD, Object.fromEntries(foreign.map(([field]) => [field, UPLOAD])));
};
