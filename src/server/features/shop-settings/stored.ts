import { SETTING_NAMES, SettingsValues } from '#contract/shop-settings.ts';

type Values = { [N in keyof SettingsValues]: NonNullable<SettingsValues[N]> };

/** The settings made in the browser; defaults apply to the rest. */
export type StoredSettings = Partial<Values>;

/** Reads stored settings and ignores what this version doesn't understand, so that no setting prevents a shop from starting. */
export function readStored(text: string): StoredSettings {
  const stored = JSON.parse(text) as Record<string, unknown>;
  const understood = SETTING_NAMES.flatMap((name) => {
    const parsed = SettingsValues.shape[name].safeParse(stored[name]);
    return parsed.success && parsed.data !== null ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(understood) as StoredSettings;
}

/** The settings to store: those that aren't null. */
export function toStored(values: SettingsValues): StoredSettings {
  return Object.fromEntries(SETTING_NAMES.flatMap((name) => (values[name] === null ? [] : [[name, values[name]]]))) as StoredSettings;
}

/** Stored settings with null for each that isn't set. */
export function toValues(stored: StoredSettings): SettingsValues {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, stored[name] ?? null])) as SettingsValues;
}
