import type { BrandSetting, SettingName, SettingsValues } from '#contract/shop-settings.ts';
import { SETTING_NAMES } from '#contract/shop-settings.ts';
import { ConflictError, InvalidError } from '../../errors.ts';

const KEEPS_ITS_NAME = 'A brand’s name can’t be changed because links to its phones contain it.';
const TWICE = 'This brand already exists.';
const UNKNOWN = 'This brand no longer exists.';
const UPLOAD = 'This picture wasn’t uploaded here. Upload one.';

/** The 409 when somebody else saved a newer version. */
export function newerVersionError(latest: number): ConflictError {
  return new ConflictError(
    'conflict',
    `Someone else saved version ${latest} in the meantime, so your changes weren’t saved. Versions says what they changed. What you entered is still here.`,
  );
}

/** The names of the settings that differ between two sets of values. */
export function changedBetween(before: SettingsValues, after: SettingsValues): SettingName[] {
  return SETTING_NAMES.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** Whether settings are as they were sent: also when they are sent again because the reply was lost, and brands that were new then have ids by now. */
export function isSaved({ brands, ...sent }: SettingsValues, saved: SettingsValues): boolean {
  const idOf = (name: string): string | null => saved.brands?.find((brand) => brand.name === name)?._id ?? null;
  const named = brands === null ? null : brands.map(({ _id, ...brand }) => ({ _id: _id ?? idOf(brand.name), ...brand }));
  return changedBetween(saved, { ...sent, brands: named }).length === 0;
}

/**
 * The new list of brands: those sent, in their order, followed by those left out, so that no phone loses its brand. Names are compared by `keyOf`. Throws
 * `InvalidError` at the field of a brand that is listed twice, renamed or unknown.
 */
export function arrangeBrands(
  sent: BrandSetting[],
  present: { id: string; name: string; img: string }[],
  { keyOf, newId }: { keyOf: (name: string) => string; newId: () => string },
): { _id: string; name: string; img: string }[] {
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
}

/** Throws `InvalidError` at its field for a picture that wasn't uploaded to this shop. */
export function requireOwnPictures(pictures: [field: string, address: string][], isOwn: (address: string) => boolean): void {
  const foreign = pictures.filter(([, address]) => !isOwn(address));
  if (foreign.length > 0) throw new InvalidError(UPLOAD, Object.fromEntries(foreign.map(([field]) => [field, UPLOAD])));
}
