import type { SettingName, SettingsDefaults, SettingsValues, ShopSettings } from '#contract/shop-settings.ts';

/** Settings that are being changed: what they were when that began, in which version, and what they are to be. */
export type SettingsDraft = { revision: number; base: SettingsValues; values: SettingsValues };

/** A draft that changes nothing yet. */
export const draftOf = ({ revision, values }: Pick<ShopSettings, 'revision' | 'values'>): SettingsDraft => ({ revision, base: values, values });

/** The changes of a draft on top of a later version: of what both changed, the draft's holds. */
export function rebase(draft: SettingsDraft, later: Pick<ShopSettings, 'revision' | 'values'>): SettingsDraft {
  const mine = Object.fromEntries(changesOf(draft).map((name) => [name, draft.values[name]]));
  return { revision: later.revision, base: later.values, values: { ...later.values, ...mine } };
}

/** The names of what a draft changes. */
export function changesOf({ base, values }: SettingsDraft): SettingName[] {
  return (Object.keys(base) as SettingName[]).filter((name) => !isSame(base[name], values[name]));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What would hold. */
export function inForce<N extends keyof SettingsDefaults>(name: N, { values }: SettingsDraft, { defaults }: Pick<ShopSettings, 'defaults'>) {
  return (values[name] ?? defaults[name]) as NonNullable<SettingsValues[N]> | SettingsDefaults[N];
}
