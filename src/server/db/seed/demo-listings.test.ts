import { describe, expect, test } from 'vitest';
import { CONDITION_LABELS, gradeOfAnswers } from '#contract/shared/condition.ts';
import type { DemoListing } from './demo-listing.ts';
import { readDemoListings, readDemoSellers } from './read-demo-listings.ts';

const listings = (await readDemoListings()).map((listing) => [`${listing.brand} ${listing.model_name}`, listing] as const);

const BLEMISH = /\b(?:scratch(?:es)?|scuffs?|marks?|dents?|nicks?|chips?|wear|worn|hairlines?|swirls?|crack)\b/u;
const DENIAL = /\b(?:no|none|not an?|not one|without|never|nothing|free of|does not)\b/u;
const SCREEN = /\bscreen\b/u;
const BODY = /\b(?:back|frame|rim|edge|corners?|port|tray|bumper|ceramic|aluminum)\b/u;
const CLEAN = /\b(?:flawless|spotless|immaculate|clean screen|screen (?:is )?clean|screen is perfect)\b/u;

type Claims = { screen: Set<'clean' | 'worn'>; body: Set<'clean' | 'worn'> };

/** What a description says of screen and body, clause by clause. */
function readClaims(description: string): Claims {
  const claims: Claims = { screen: new Set(), body: new Set() };
  for (const clause of description.toLowerCase().split(/[.,;:]|\band\b|\bonly\b/u)) {
    const isBlemish = BLEMISH.test(clause);
    const says = CLEAN.test(clause) || (isBlemish && DENIAL.test(clause)) || /^ none on /u.test(clause) ? 'clean' : isBlemish ? 'worn' : null;
    if (says === null) continue;
    const [ofScreen, ofBody] = [SCREEN.test(clause), BODY.test(clause)];
    if (ofScreen) claims.screen.add(says);
    if (ofBody) claims.body.add(says);
  }
  return claims;
}

/** The share that a description gives as the battery's health. */
function batteryPercent(description: string): number | null {
  const [, before, after] = /(?:battery|reads|holds)[^.]*?(\d+) percent|(\d+) percent[^.]*battery/iu.exec(description) ?? [];
  const percent = before ?? after;
  return percent === undefined ? null : Number(percent);
}

const bandOf = (percent: number): string => (percent >= 90 ? 'strong' : percent >= 80 ? 'good' : 'weak');

describe('The demo listings', () => {
  test.each(listings)('The condition of the %s is the form’s grade for its answers', (_, listing: DemoListing) => {
    const grade = gradeOfAnswers(listing.answers);
    expect(grade).not.toBeNull();
    expect(listing.condition).toBe(CONDITION_LABELS[grade ?? 'new']);
  });

  test.each(listings)('The description of the %s agrees with its answers', (_, { answers, description }: DemoListing) => {
    const { screen, body } = readClaims(description);
    const isClean = (answer: string) => answer === 'flawless';
    // Wear is described where it is answered, and nowhere else.
    expect(screen.has('worn'), 'a worn screen').toBe(!isClean(answers.screen));
    expect(body.has('worn'), 'a worn body').toBe(!isClean(answers.body));
    expect(screen.has('clean') && !isClean(answers.screen), 'a clean screen').toBe(false);
    if (/\bflawless from every side|immaculate|no marks|not one mark/iu.test(description))
      expect([answers.screen, answers.body]).toEqual(['flawless', 'flawless']);
    expect(/\bcrack\b/u.test(description)).toBe(answers.body === 'damaged' || answers.screen === 'cracked');
    const percent = batteryPercent(description);
    if (percent !== null) expect(answers.battery).toBe(bandOf(percent));
    if (answers.battery === 'strong' || answers.battery === 'good') expect(percent ?? /new original battery|fresh battery/iu.exec(description)).not.toBeNull();
    for (const [grade, label] of Object.entries(CONDITION_LABELS))
      if (grade !== gradeOfAnswers(answers)) expect(description).not.toMatch(new RegExp(`\\b(?:as|in) ${label} (?:shape|condition)\\b`, 'iu'));
  });

  test.each(listings)('The picture of the %s is worn where its description says', (_, { answers, worn_at, description }: DemoListing) => {
    expect(worn_at.length > 0).toBe(answers.body !== 'flawless');
    const worn = description
      .toLowerCase()
      .split(/[.,;:]|\band\b/u)
      .filter((clause) => BLEMISH.test(clause) && !DENIAL.test(clause))
      .join();
    expect(worn_at.includes('back')).toBe(/\bback\b/u.test(worn));
    expect(worn_at.includes('frame')).toBe(/\b(?:frame|rim|edge|corners?|port)\b/u.test(worn));
  });

  test('A person offers one to five phones, and a shop of their own no fewer than four', async () => {
    for (const seller of readDemoSellers()) {
      const count = listings.filter(([, listing]) => listing.seller.key === seller.key).length;
      expect(count, seller.name).toBeGreaterThanOrEqual(seller.kind === 'shop' ? 4 : 1);
      expect(count, seller.name).toBeLessThanOrEqual(seller.kind === 'shop' ? 10 : 5);
    }
  });
});
