import type { SectionName } from '#contract/shared/shop-texts.ts';
import type { SettingName } from '#contract/shop-settings.ts';

/** Each setting's name within a sentence. */
export const SETTING_LABELS: Record<SettingName, string> = {
  shopName: 'Shop name',
  logo: 'Logo',
  accent: 'Accent color',
  phone: 'Phone number',
  email: 'Email address',
  community: 'Community links',
  slides: 'Slides',
  promises: 'Promises',
  sections: 'Home page order',
  brands: 'Brands',
  hideEmptyBrands: 'Empty brands',
  newArrivals: 'Number of new arrivals',
  newArrivalDays: 'Days a phone is new',
  holdMinutes: 'Reservation time',
  inspectionHours: 'Time to check a phone',
  firstPurchasePercent: 'First-purchase discount',
  firstPurchaseCap: 'Cap of the first-purchase discount',
  sellerFeePercent: 'Seller fee in percent',
  sellerFeeFixed: 'Fixed seller fee',
};

export const SECTION_LABELS: Record<SectionName, string> = {
  arrivals: 'New arrivals',
  brands: 'Popular brands',
  promises: 'Our promises',
  offers: 'Offers',
};
