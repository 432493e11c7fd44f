import { describe, expect, test } from 'vitest';
import { findContacts } from './contact-details.ts';
import { type RiskFacts, scoreOf, signalsOf } from './signals.ts';

describe('Contact details in a listing’s texts', () => {
  test.each([
    ['call me: +351 912 345 678', ['phone']],
    ['０９１２３４５６７８ any time', ['phone']],
    ['912.345.678.9', ['phone']],
    ['write to jo.doe@mail.example', ['email']],
    ['jo(at)mail(dot)example', ['disguised']],
    ['jo at mail dot com', ['disguised']],
    ['jo [ at ] mail . com', ['disguised']],
    ['jo.doe gmail com', ['disguised']],
    ['nine one two, 3 four five six seven', ['disguised']],
    ['j\u200bo@\u200bmail.example', ['email']],
    ['WhatsApp only', ['messenger']],
    ['more at www.cheap-phones.example', ['link']],
    ['https://phones.example/1', ['link']],
    ['t.me/seller', ['link']],
  ])('Finds contact details in “%s”', (text, kinds) => {
    expect(findContacts(text)).toEqual(kinds);
  });

  test.each([
    'Display 6.1 inches, 1080 x 2340 pixels, battery 3700 mAh, model SM-G991B/DS',
    'Bought 2022-05-14 at a shop in Porto, used for 2 years, 128/256 GB',
    'IMEI 490154203237518, 64 MP + 12 MP + 8 MP',
    'Price was 1 299 000 then, now 289.99; Android 12, One UI 4.1',
    'HSPA 42.2/5.76 Mbps, LTE-A (7CA) Cat20 2000/200 Mbps; bands 1, 2, 3, 4, 5, 7, 8, 12, 13, 17, 18, 19, 20, 25, 26, 28, 32, 38',
    'The signal is good at home, one or two scratches, at the back one dot of glue.',
    'I bought it at Vodafone. The box is there.',
    'GSM 850 / 900 / 1800 / 1900, 151.7 x 71.2 x 7.9 mm (5.97 x 2.80 x 0.31 in)',
  ])('Finds no contact details in “%s”', (text) => {
    expect(findContacts(text)).toEqual([]);
  });

  test('Takes a reasonable time for texts made to be slow', () => {
    for (const text of ['a.'.repeat(2500), 'a@'.repeat(2500), '1 '.repeat(2500), `${'a'.repeat(4990)} at b`, '('.repeat(5000)])
      expect(findContacts(text)).toEqual(expect.any(Array));
  });
});

describe('The risk of a listing', () => {
  const now = Date.parse('2026-11-21');
  const DAY_MS = 86_400_000;
  const calm: RiskFacts = {
    now,
    priceCents: 28_900,
    typicalLowCents: 25_000,
    seller: { since: now - 100 * DAY_MS, verified: false, sold: 0, listedInADay: 1, warnings: 0, removals: 0 },
    imei: { claimedBy: 0, otherModel: false },
    texts: ['A phone that was looked after.'],
    reports: 0,
  };
  const seller = (changes: Partial<RiskFacts['seller']>): Partial<RiskFacts> => ({ seller: { ...calm.seller, ...changes } });

  test('An ordinary listing has no risk', () => {
    expect(signalsOf(calm)).toEqual([]);
    expect(signalsOf({ ...calm, typicalLowCents: null, priceCents: 100 })).toEqual([]);
    expect(signalsOf({ ...calm, ...seller({ since: now, verified: true }) })).toEqual([]);
    expect(signalsOf({ ...calm, ...seller({ verified: true, sold: 40, listedInADay: 30 }) })).toEqual([]);
  });

  test.each([
    [{ priceCents: 14_000 }, 30, 'The price is 44% below the usual range for this phone.'],
    [{ priceCents: 5000 }, 45, 'The price is 80% below the usual range for this phone.'],
    [seller({ since: now - 3 * DAY_MS }), 20, 'The seller joined 3 days ago and hasn’t sold anything yet.'],
    [{ imei: { claimedBy: 1, otherModel: false } }, 40, 'Another seller tried to list the same phone.'],
    [{ imei: { claimedBy: 0, otherModel: true } }, 15, 'Its IMEI belongs to a different model.'],
    [{ texts: ['ok', 'WhatsApp +351 912 345 678'] }, 25, 'The text contains a phone number and a messaging app.'],
    [{ texts: ['jo at mail dot com'] }, 40, 'The text contains disguised contact details.'],
    [seller({ listedInADay: 12 }), 20, 'The seller listed 12 phones within a day.'],
    [seller({ warnings: 1, removals: 2 }), 30, 'The seller’s track record: warned once, 2 listings removed.'],
    [{ reports: 2 }, 30, '2 people reported it.'],
  ])('The facts %j add %i points: %s', (changes, points, text) => {
    expect(signalsOf({ ...calm, ...changes })).toEqual([expect.objectContaining({ points, text })]);
  });

  test('Lists the most important signal first, and limits the score to a hundred', () => {
    const signals = signalsOf({ ...calm, priceCents: 1, reports: 9, imei: { claimedBy: 2, otherModel: true }, texts: ['jo at mail dot com'] });
    expect(signals.map(({ points }) => points)).toEqual([50, 45, 40, 40, 15]);
    expect(scoreOf(signals)).toBe(100);
    expect(scoreOf([])).toBe(0);
  });
});
