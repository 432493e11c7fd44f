import type { SectionName } from '#contract/shared/shop-texts.ts';
import type { SettingName } from '#contract/shop-settings.ts';

/** What each setting is called in a sentence. */
export const SETTING_WORDS: Record<SettingName, string> = {
  shopName: 'name',
  logo: 'logo',
  accent: 'accent colour',
  phone: 'phone number',
  email: 'e-mail address',
  community: 'community links',
  slides: 'slides',
  promises: 'promises',
  sections: 'order of the first page',
  brands: 'brands',
  hideEmptyBrands: 'hiding of empty brands',
  newArrivals: 'number of new arrivals',
  newArrivalDays: 'days of new arrivals',
  holdMinutes: 'minutes of a hold',
};

export const SECTION_WORDS: Record<SectionName, string> = {
  arrivals: 'New arrivals',
  brands: 'Popular brands',
  promises: 'What you can rely on',
  offers: 'Offers',
};
