import { SETTING_NAMES, SettingsValues } from '#contract/shop-settings.ts';

type Values = { [N in keyof SettingsValues]: NonNullable<SettingsValues[N]> };

/** What is set in the browser; what is not there is as the shop was made, or as the environment says. */
export type StoredSettings = Partial<Values>;

/** What was kept, as far as this version of the shop understands it: no setting may keep a shop from opening. */
export const readStored = (text: string): StoredSettings => {
  const stored = JSON.parse(text) as Record<string, unknown>;
  const understood = SETTING_NAMES.flatMap((name) => {
    const parsed = SettingsValues.shape[name].safeParse(stored[name]);
    return parsed.success && parsed.data !== null ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(understood) as StoredSettings;
};

/** What is to be kept of settings: those that are set. */
export const toStored = (values: SettingsValues): StoredSettings =>
  Object.fromEntries(SETTING_NAMES.flatMap((name) => (values[name] === null ? [] : [[name, values[name]]]))) as StoredSettings;

/** The same with null for each that is not set. */
export const toValues = (stored: StoredSettings): SettingsValues =>
  Object.fromEntries(SETTING_NAMES.map((name) => [name, stored[name] ?? null])) as SettingsValues;
