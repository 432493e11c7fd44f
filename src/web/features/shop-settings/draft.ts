import type { SettingName, SettingsDefaults, SettingsValues, ShopSettings } from '#contract/shop-settings.ts';

/** Settings being changed: their version and values at the start, and their new values. */
export type SettingsDraft = { revision: number; base: SettingsValues; values: SettingsValues };

/** Returns a draft without changes. */
export const draftOf = ({ revision, values }: Pick<ShopSettings, 'revision' | 'values'>): SettingsDraft => ({ revision, base: values, values });

/** Reapplies a draft's changes to a later version: where both changed a setting, the draft wins. */
export function rebase(draft: SettingsDraft, later: Pick<ShopSettings, 'revision' | 'values'>): SettingsDraft {
  const mine = Object.fromEntries(changesOf(draft).map((name) => [name, draft.values[name]]));
  return { revision: later.revision, base: later.values, values: { ...later.values, ...mine } };
}

/** Returns the names of the settings that a draft changes. */
export function changesOf({ base, values }: SettingsDraft): SettingName[] {
  return (Object.keys(base) as SettingName[]).filter((name) => !isSame(base[name], values[name]));
}

/** In JSON an emptied number is the same as none. */
const isSame = (one: unknown, other: unknown): boolean => Number.isNaN(one) === Number.isNaN(other) && JSON.stringify(one) === JSON.stringify(other);

/** Returns an error for each number that was emptied: the shop would read that as the default. */
export function missingNumbers({ values }: Pick<SettingsDraft, 'values'>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (Number.isNaN(value) ? [[name, 'Enter a number.']] : [])));
}

/** Returns the value that would apply. */
export function inForce<N extends keyof SettingsDefaults>(name: N, { values }: SettingsDraft, { defaults }: Pick<ShopSettings, 'defaults'>) {
  return (values[name] ?? defaults[name]) as NonNullable<SettingsValues[N]> | SettingsDefaults[N];
}
