import { setTimeout as wait } from 'node:timers/promises';
import type { SettingsDefaults } from '#contract/shop-settings.ts';
import type { ChangeFeed } from '../../db/change-feed.ts';
import { isOfShop } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import type { CurrentSettings, SettingsSource } from '../../services.ts';
import { findLatest } from './queries.ts';
import type { StoredSettings } from './stored.ts';

const MINUTE_MS = 60_000;
/** If the database doesn't respond within this time, pages use the last known settings. */
const PATIENCE_MS = 1000;

type Given = Pick<SettingsSource, 'defaults' | 'variables'> & { db: Db };

/** Caches the current settings in memory. Until the database responds for the first time, the environment's defaults apply. */
export function createSettingsSource({ db, defaults, variables }: Given): SettingsSource {
  let current = toCurrent({}, defaults);
  let isRead = false;
  let feed: ChangeFeed | null = null;

  const read = async (): Promise<void> => {
    current = toCurrent((await findLatest(db)).settings, defaults);
    isRead = true;
  };

  const keepUp = async (): Promise<void> => {
    if (!isRead) await read();
    await feed?.keepUp();
  };

  return {
    defaults,
    variables,
    current: () => current,
    async fresh() {
      if (isRead && feed?.isUpToDate()) return current;
      // Other queries report a database that doesn't respond.
      await Promise.race([keepUp(), wait(PATIENCE_MS, undefined, { ref: false })]).catch(() => {});
      return current;
    },
    async follow(followed) {
      feed = followed;
      followed.listen({
        async onChanges(changes) {
          if (changes.some(isOfShop)) await read();
        },
        onLost: read,
      });
      await read().catch(() => {});
    },
  };
}

/** Nothing when both are zero. */
function sellerFeeOf(set: StoredSettings, defaults: SettingsDefaults): Pick<CurrentSettings['branding'], 'sellerFee'> {
  const sellerFee = { percent: set.sellerFeePercent ?? defaults.sellerFeePercent, fixed: set.sellerFeeFixed ?? defaults.sellerFeeFixed };
  return sellerFee.percent === 0 && sellerFee.fixed === 0 ? {} : { sellerFee };
}

/** Nothing when it is turned off. */
function firstPurchaseOf(set: StoredSettings, defaults: SettingsDefaults): Pick<CurrentSettings['branding'], 'firstPurchase'> {
  const percent = set.firstPurchasePercent ?? defaults.firstPurchasePercent;
  return percent === 0 ? {} : { firstPurchase: { percent, cap: set.firstPurchaseCap ?? defaults.firstPurchaseCap } };
}

function toCurrent(set: StoredSettings, defaults: SettingsDefaults): CurrentSettings {
  return {
    branding: {
      shopName: set.shopName ?? defaults.shopName,
      contact: { phone: set.phone ?? defaults.phone, email: set.email ?? defaults.email },
      community: set.community ?? defaults.community,
      ...(set.logo !== undefined && { logo: set.logo }),
      ...(set.accent !== undefined && { accent: set.accent }),
      ...(set.slides !== undefined && { slides: set.slides }),
      ...(set.promises !== undefined && { promises: set.promises }),
      ...(set.sections !== undefined && { sections: set.sections }),
      ...(set.hideEmptyBrands === true && { hideEmptyBrands: true }),
      inspectionHours: set.inspectionHours ?? defaults.inspectionHours,
      ...firstPurchaseOf(set, defaults),
      ...sellerFeeOf(set, defaults),
    },
    newArrivals: set.newArrivals ?? defaults.newArrivals,
    newArrivalDays: set.newArrivalDays ?? defaults.newArrivalDays,
    reservationMs: (set.holdMinutes ?? defaults.holdMinutes) * MINUTE_MS,
  };
}
