/** Whose published promise of security updates, and until when: so many years after the release, or a month that the maker names itself. */
export type UpdatePolicy = { by: keyof typeof UPDATE_SOURCES } & ({ years: number } | { until: string });

/** Where each maker published its promise. */
export const UPDATE_SOURCES = {
  apple: 'Apple, product security statements for the United Kingdom (2024): at least five years from the first supply',
  google: 'Google, Pixel Phone Help, “Learn when you’ll get software updates on Google Pixel phones”: guaranteed security updates until',
  samsung:
    'Samsung Newsroom: four years of security updates for Galaxy devices since 2019 (February 2021), five (February 2022), seven from Galaxy S24 (January 2024)',
  oneplus: 'OnePlus Community, software maintenance schedules (June 2018, July 2021) and the promises made with each later flagship',
  xiaomi: 'Xiaomi, announcements of Xiaomi 11T (September 2021: four years) and Xiaomi 13 (February 2023: five years)',
  nokia: 'HMD Global: three years of monthly security updates for Android One phones and the X series',
  nothing: 'Nothing, software update policy: four years of security updates for Phone (1), (2) and (2a)',
  oppo: 'Oppo, announcement of February 2022: four years of security updates for the Find X5 series',
} as const;

const monthAfter = (released: string, years: number): string => `${Number(released.slice(0, 4)) + years}${released.slice(4)}`;

/** Until which month (`2026-10`) a model gets security updates by its maker's promise, and where it was made. */
export const updatesOf = (released: string, policy: UpdatePolicy): { until: string; source: string } => ({
  until: 'until' in policy ? policy.until : monthAfter(released, policy.years),
  source: UPDATE_SOURCES[policy.by],
});
