import { check, checked, measured, type Outcome, type Rule, rule } from './rule.ts';

const LASTING_MAH = 4500;

export const BATTERY: Rule[] = [
  rule(
    [
      'long|big|large|huge|massive lasting? battery life?',
      'long lasting|life',
      'long lasting battery life?',
      'good|great|best|excellent|amazing|decent|nice|strong battery life',
      'battery that? lasts|lasting long|longer|forever',
      'battery that? lasts all|a|the|whole|full|entire the|whole|full|entire? day',
      'all day battery life?',
      'battery life',
    ],
    () => batteryAtLeast(LASTING_MAH),
  ),
  rule(
    [
      '<n> mah battery?',
      'at least|over|above|more|minimum|min than? <n> mah battery?',
      'battery over|above|of|at? least|more? than? <n> mah',
      '<n> plus? mah plus? or|and more|up|above battery?',
      '<n> mah plus battery?',
    ],
    ([capacity = 0]) => batteryAtLeast(capacity),
  ),
  checked('battery80', [
    'good|healthy|decent|great|nice|solid|fine battery',
    'good|decent|great|fine|okay|ok battery health|condition|state',
    'battery is? in? good|healthy|great|fine health|shape|condition|state?',
    'battery health',
  ]),
  checked('battery90', ['excellent|perfect|strong|fresh battery health|condition?']),
  rule(
    [
      'battery health|at|of|is? :|of|at|is? <n> %|percent or|and|plus? more|above|up|better?',
      'battery health? over|above|at|more|min|minimum|>|≥ least|than? <n> %|percent',
      'at|over|above|more|min|minimum least|than? <n> %|percent battery health?',
      '<n> %|percent plus? or|and? more|above|up|better? battery health?',
    ],
    ([percent = 0]) => batteryHealth(percent),
  ),
  rule(['new|replaced|changed battery', 'battery replaced|changed'], () => [{ is: 'unknown' }]),
];

const batteryAtLeast = (least: number): Outcome[] =>
  measured(`Battery ${least.toLocaleString('en-US')} mAh or more`, ({ milliampHours }) => milliampHours >= least);

/** Sellers answer in ranges, from 80 and from 90 percent; more can't be promised. */
function batteryHealth(percent: number): Outcome[] {
  if (percent > 90) return [{ is: 'unknown' }];
  return [percent > 80 ? check('battery90') : check('battery80')];
}
