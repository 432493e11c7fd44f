import { DEFAULT_ACCENT } from '#contract/shared/accent.ts';
import { DEFAULT_PROMISES, DEFAULT_SLIDES, SECTIONS } from '#contract/shared/shop-texts.ts';
import { LIMITS, type SettingName, type SettingsDefaults } from '#contract/shop-settings.ts';
import type { SettingsSource } from '../services.ts';
import type { Config } from './config.ts';

const VARIABLES: [variable: string, setting: SettingName][] = [
  ['SHOP_NAME', 'shopName'],
  ['CONTACT_PHONE', 'phone'],
  ['CONTACT_EMAIL', 'email'],
  ['COMMUNITY_FACEBOOK', 'community'],
  ['COMMUNITY_INSTAGRAM', 'community'],
  ['COMMUNITY_YOUTUBE', 'community'],
  ['PAYMENT_HOLD_SECONDS', 'holdMinutes'],
  ['INSPECTION_HOURS', 'inspectionHours'],
  ['FIRST_PURCHASE_PERCENT', 'firstPurchasePercent'],
  ['FIRST_PURCHASE_CAP', 'firstPurchaseCap'],
  ['SELLER_FEE_PERCENT', 'sellerFeePercent'],
  ['SELLER_FEE_FIXED', 'sellerFeeFixed'],
];

/** The settings to use where an admin set nothing in the browser. */
export function defaultSettings({ shopName, contact, community, payments, firstPurchase, inspectionHours, sellerFee }: Config): SettingsDefaults {
  return {
    shopName,
    logo: null,
    accent: DEFAULT_ACCENT,
    ...contact,
    community,
    slides: DEFAULT_SLIDES,
    promises: DEFAULT_PROMISES,
    sections: [...SECTIONS],
    hideEmptyBrands: false,
    newArrivals: LIMITS.newArrivals.max,
    newArrivalDays: LIMITS.newArrivalDays.max,
    holdMinutes: payments.reservationSeconds / 60,
    inspectionHours,
    firstPurchasePercent: firstPurchase.percent,
    firstPurchaseCap: firstPurchase.cap,
    sellerFeePercent: sellerFee.percent,
    sellerFeeFixed: sellerFee.fixed,
  };
}

/** The variable behind each default that the operator set. */
export function variablesOf({ shown }: Config): SettingsSource['variables'] {
  const input = new Set(shown.flatMap(({ name, isSet }) => (isSet ? name : [])));
  return Object.fromEntries(VARIABLES.filter(([variable]) => input.has(variable)).map(([variable, setting]) => [setting, variable]));
}
