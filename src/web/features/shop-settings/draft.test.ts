import { expect, test } from 'vitest';
import type { SettingsValues } from '#contract/shop-settings.ts';
import { changesOf, draftOf, missingNumbers, rebase } from './draft.ts';

const nothing: SettingsValues = {
  ...{ shopName: null, logo: null, accent: null, phone: null, email: null, community: null, slides: null, promises: null, sections: null },
  ...{
    brands: null,
    hideEmptyBrands: null,
    newArrivals: null,
    newArrivalDays: null,
    holdMinutes: null,
    inspectionHours: null,
    firstPurchasePercent: null,
    firstPurchaseCap: null,
    sellerFeePercent: null,
    sellerFeeFixed: null,
  },
};

test('One admin’s changes go on top of another’s saved meanwhile, and revert none of them', () => {
  const begun = draftOf({ revision: 3, values: nothing });
  expect(changesOf(begun)).toEqual([]);
  const mine = { ...begun, values: { ...nothing, shopName: 'Mine', phone: '1' } };
  const theirs = { revision: 4, values: { ...nothing, shopName: 'Theirs', accent: '#0a6b4f' } };
  const both = rebase(mine, theirs);
  expect(both).toMatchObject({ revision: 4, values: { shopName: 'Mine', phone: '1', accent: '#0a6b4f' } });
  expect(changesOf(both)).toEqual(['shopName', 'phone']);
});

test('A number that was emptied is a change, and missing instead of the default', () => {
  const begun = draftOf({ revision: 1, values: { ...nothing, sellerFeePercent: 5 } });
  expect(missingNumbers(begun)).toEqual({});
  const emptied = { ...begun, values: { ...begun.values, sellerFeePercent: Number.NaN, newArrivals: Number.NaN } };
  expect(changesOf(emptied)).toEqual(['newArrivals', 'sellerFeePercent']);
  expect(missingNumbers(emptied)).toEqual({ newArrivals: 'Enter a number.', sellerFeePercent: 'Enter a number.' });
});
