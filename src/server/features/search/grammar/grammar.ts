import { BATTERY } from './battery-rules.ts';
import { CONDITIONS } from './condition-rules.ts';
import { UPDATES, YEARS } from './date-rules.ts';
import { FEATURES } from './feature-rules.ts';
import { MEMORY } from './memory-rules.ts';
import { PRICES } from './price-rules.ts';
import { type Rule, rule } from './rule.ts';
import { CAMERA, SCREEN } from './screen-rules.ts';

const OTHERS: Rule[] = [
  rule(['find|show|get|give|sell me', 'works? for me', '<n> / 10', '<n> by 10', '<n> out of 10', '- -?', 'or best offer', 'on|for sale'], () => [
    { is: 'nothing' },
  ]),
  rule(
    [
      'near|close|nearby|around to? me',
      'nearby',
      'in my area',
      'within|under|less than? <n> mi|mile|miles|km|kilometer|kilometers of? me?',
      'verizon|tmobile|sprint|vodafone',
      't mobile',
      'at & t',
      'less|under than? <n> years|year|months old',
    ],
    () => [{ is: 'unknown' }],
  ),
];

/** What phrases of searches stand for. */
export const RULES: Rule[] = [...PRICES, ...MEMORY, ...CONDITIONS, ...BATTERY, ...SCREEN, ...CAMERA, ...UPDATES, ...FEATURES, ...YEARS, ...OTHERS];

/** Looked at only where no other rule applies. */
export const EXCLUSIONS: Rule[] = [
  rule(
    [
      'not|no|nor|except|excluding|without|minus|- for? a|an|any|the|from? <word> or|nor|and <word>',
      'anything|everything|all|any|other but|except|than for? <word> or|and <word>',
    ],
    () => [
      { is: 'not', slot: 0 },
      { is: 'not', slot: 1 },
    ],
  ),
  rule(
    ['not|no|nor|except|excluding|without|minus|- for? a|an|any|the|from? <word>', 'anything|everything|all|any|other|but but|except|than|not|no for? <word>'],
    () => [{ is: 'not', slot: 0 }],
  ),
];
