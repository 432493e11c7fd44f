import { type Outcome, type Rule, required, rule } from './rule.ts';

const LAST_YEAR = 2099;
/** For phones that still get updates, and for those that get them for long. */
const UPDATED_MONTHS = 12;
const LONG_MONTHS = 24;
const MOST_MONTHS = 120;

export const UPDATES: Rule[] = [
  rule(
    [
      'still|that? gets|getting|get|receives|receiving|has|with security|software|android|ios|system? updates|update',
      'still gets|getting|get|receives|receiving security|software|android|ios|system? updates',
      'that still gets|get|receives security|software|android|ios|system? updates',
      'security|software|android|ios? updates',
      'still? supported|updated',
      'up to date',
      'future proof',
    ],
    () => updatesFor(UPDATED_MONTHS),
  ),
  rule(
    ['long|longer|longest security|software? support|updates', 'updates|supported|support for years|long', 'years of security|software? updates|support'],
    () => updatesFor(LONG_MONTHS),
  ),
  rule(
    [
      'at? least? <n> more? years|year of? security|software? updates|support',
      'updates|supported|support for at? least? another? <n> more? years|year',
      'security|software updates for at? least? another? <n> more? years|year',
    ],
    ([years = 0]) => updatesFor(years * 12),
  ),
  rule(
    ['at? least? <n> more? months|month of? security|software? updates|support', 'updates|supported|support for at? least? another? <n> more? months|month'],
    ([months = 0]) => updatesFor(months),
  ),
];

export const YEARS: Rule[] = [
  rule(['bought|purchased|from|of in? <year>', 'year|purchase :|year|of? <year>'], ([year = 0]) => boughtBetween(year, year)),
  { ...rule(['<year>'], ([year = 0]) => boughtBetween(year, year)), unlessNamed: true },
  rule(
    [
      'bought|purchased|from? in? <year> or|and newer|later|up|after|above|onwards',
      'bought|purchased? since|after <year>',
      'newer than <year>',
      '<year> plus',
      'bought|purchased in? or? after <year>',
    ],
    ([year = 0]) => boughtBetween(year, LAST_YEAR),
  ),
];

function updatesFor(months: number): Outcome[] | null {
  return months > 0 && months <= MOST_MONTHS ? [required(`${months} months of updates`, { about: 'updates', months })] : null;
}

function boughtBetween(from: number, to: number): Outcome[] {
  return [required(from === to ? `Bought in ${from}` : `Bought in ${from} or later`, { about: 'year', from, to })];
}
