import { describe, expect, it } from 'vitest';
import type { ComparedListing } from '#contract/compare.ts';
import { forEachKey, TEXT_KEYS } from '#contract/listing-fields.ts';
import { SPECIFICATION_KEYS } from '#contract/shared/specification.ts';
import { parseChosen } from './chosen.ts';
import { compareRows, gigabytesIn, gramsIn, milliampereHoursIn, type Row } from './comparison-rows.ts';

const NOW = Date.parse('2026-11-22T00:00:00Z');

function phone(changes: Partial<ComparedListing>, specification: Partial<ComparedListing['specification']> = {}): ComparedListing {
  return {
    ...forEachKey(TEXT_KEYS, () => 'As the seller says'),
    _id: '1',
    name: 'Samsung',
    image: '/x',
    location: 'Porto',
    brand: 'Samsung',
    model_name: 'One',
    resale_price: 230,
    original_price: 500,
    year_of_use: '1',
    post_time: 'then',
    sellerId: '2',
    seller_name: 'Ana',
    condition: 'Good',
    purchase_year: '2024',
    mobile_number: '•',
    description: 'A phone.',
    sellerEmail: '•',
    seller_verify: false,
    color: 'Black',
    storage: '128 GB',
    status: 'available',
    postedAt: '2026-11-01T00:00:00.000Z',
    isAdvertise: false,
    paused: false,
    reportedStatus: null,
    inHand: false,
    tested: false,
    city: null,
    updatesUntil: '2028-10',
    updatesSource: null,
    judgement: null,
    answers: { screen: '', body: '', battery: '', works: '', repairs: '', accessories: '' },
    specification: { ...(Object.fromEntries(SPECIFICATION_KEYS.map((key) => [key, 'Not shown'])) as ComparedListing['specification']), ...specification },
    ...changes,
  };
}

function rowOf(phones: ComparedListing[], name: string): Row | undefined {
  return compareRows(phones, NOW)
    .flatMap(({ rows }) => rows)
    .find((row) => row.name === name);
}

function bestOf(phones: ComparedListing[], name: string) {
  return rowOf(phones, name)?.cells.map(({ isBest }) => isBest);
}

describe('Comparison rows', () => {
  it('Phones differ where their texts do, apart from spelling', () => {
    const phones = [phone({ storage: '128GB', condition: 'Good' }), phone({ storage: '128 gb', condition: 'Fair' })];
    expect([rowOf(phones, 'Storage')?.differs, rowOf(phones, 'Condition')?.differs]).toEqual([false, true]);
    expect(rowOf([phone({}), phone({ updatesUntil: null })], 'Security updates')?.differs).toBe(true);
  });

  it('The best value is marked where more or less is better', () => {
    const phones = [
      phone({ resale_price: 230 }, { battery: '4,500 mAh', weight: '189 g', ram: '8 GB' }),
      phone({ resale_price: 300, updatesUntil: '2031-09', storage: '1 TB' }, { battery: 'Li-Ion 5000mAh', weight: '189 grams', ram: '12GB' }),
      phone({ resale_price: 400, updatesUntil: null, storage: '8/256' }, { weight: 'heavy' }),
    ];
    expect(bestOf(phones, 'Price')).toEqual([true, false, false]);
    expect(bestOf(phones, 'Security updates')).toEqual([false, true, false]);
    expect(bestOf(phones, 'Price per month')).toEqual([false, true, false]);
    expect(bestOf(phones, 'Storage')).toEqual([false, true, false]);
    expect(bestOf(phones, 'Battery')).toEqual([false, true, false]);
    expect(bestOf(phones, 'RAM')).toEqual([false, true, false]);
    expect(bestOf(phones, 'Weight')).toEqual([false, false, false]);
    expect(rowOf(phones, 'Price per month')?.cells.map(({ text }) => text)).toEqual(['$10 per month of updates', '$5.17 per month of updates', null]);
  });

  it('Answers about the condition are rows, unless no seller answered', () => {
    const answered = (answers: Partial<ComparedListing['answers']>) =>
      phone({ answers: { screen: '', body: '', battery: '', works: '', repairs: '', accessories: '', ...answers } });
    const phones = [answered({ battery: 'strong' }), answered({ screen: 'light', battery: 'unknown' })];
    expect(rowOf(phones, 'Battery health')?.cells.map(({ text }) => text)).toEqual(['90% or more', null]);
    expect(rowOf(phones, 'Screen')?.cells.map(({ text }) => text)).toEqual([null, 'Light scratches']);
    expect(rowOf(phones, 'Working order')).toBeUndefined();
  });

  it('A sold phone never has the best price', () => {
    expect(bestOf([phone({ resale_price: 100, status: 'sold' }), phone({}), phone({ resale_price: 240 })], 'Price')).toEqual([false, true, false]);
  });

  it('Measurements come from the written text only', () => {
    expect(['8/256', '256GB', '1TB', '1.5 tb', 'much'].map(gigabytesIn)).toEqual([null, 256, 1024, 1536, null]);
    expect(['64 GB, microSD up to 1 TB', '1 TB, 12 GB of memory', '128/256 GB'].map(gigabytesIn)).toEqual([64, 1024, 256]);
    expect(['Li-Po 4,500 mAh', '3110mAh', '45 W', '2.91 Wh'].map(milliampereHoursIn)).toEqual([4500, 3110, null, null]);
    expect(['189 g', '189.5g (6.7 oz)', '0.19 kg', '8 GB'].map(gramsIn)).toEqual([189, 189.5, null, null]);
  });

  it('Choices are parsed from tab storage, whatever it contains', () => {
    const stored = (value: unknown) => parseChosen(JSON.stringify(value));
    const one = { id: 'a', name: 'A' };
    expect(stored([one, null, 7, { id: 1 }, 'x'])).toEqual([one]);
    expect(stored(Array.from({ length: 9 }, () => one))).toHaveLength(4);
    for (const text of [null, '', '{', '"x"', '{"id":"a"}']) expect(parseChosen(text)).toEqual([]);
  });
});
