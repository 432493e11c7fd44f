import { measured, type Outcome, type Rule, rule } from './rule.ts';

const SMALL_INCHES = 6.1;
const LARGE_INCHES = 6.5;
const HUGE_INCHES = 6.7;
const GOOD_MEGAPIXELS = 12;
const GREAT_MEGAPIXELS = 48;

export const SCREEN: Rule[] = [
  { ...screenRule('up to', ['compact', 'pocket'], SMALL_INCHES), unlessNamed: true },
  screenRule(
    'up to',
    [
      'small|tiny|little|smallish phone|phones|screen|display|size|sized|one?',
      'compact phone|phones|screen|display|size|sized|one',
      'pocket size|sized|able',
      'pocketable',
      'one hand|handed',
      'fits in? my|a|your|the? pocket',
    ],
    SMALL_INCHES,
  ),
  screenRule('from', ['big|large|bigger|larger screen|display|phone|phones|size|sized|one?', 'phablet'], LARGE_INCHES),
  screenRule('from', ['huge|giant|massive|biggest|largest screen|display|phone|size|sized?'], HUGE_INCHES),
  rule(
    [
      'screen|display|size? under|below|within|max|maximum|up|< to? <n> inch|inches|"|”|″ screen|display?',
      'screen|display? smaller|less than <n> inch|inches|"|”|″ screen|display?',
      'not|no bigger|larger|more than <n> inch|inches|"|”|″ screen|display?',
      '<n> inch|inches|"|”|″ screen|display? or|and less|smaller|under|below',
    ],
    ([inches = 0]) => screenUpTo(inches),
  ),
  rule(
    [
      'screen|display|size? over|above|min|minimum|> <n> inch|inches|"|”|″ screen|display?',
      'screen|display? bigger|larger|more|at than|least <n> inch|inches|"|”|″ screen|display?',
      '<n> inch|inches|"|”|″ plus? screen|display? or|and more|bigger|larger|up|above',
      '<n> plus inch|inches|"|”|″ screen|display?',
      '<n> plus screen|display',
    ],
    ([inches = 0]) => screenFrom(inches),
  ),
  rule(['<n> inch|inches|"|”|″ screen|display|phone|size?', 'screen|display size? of|:? <n> inch|inches|"|”|″'], ([inches = 0]) => screenAround(inches)),
];

export const CAMERA: Rule[] = [
  rule(
    [
      'good|nice|decent|ok|fine|solid camera|cameras|cam|photos|pictures|pics|photo',
      'camera is? good',
      'camera phone',
      'for|takes|take good? photos|pictures|pics|photography',
    ],
    () => cameraAtLeast(GOOD_MEGAPIXELS),
  ),
  rule(['great|best|excellent|amazing|awesome|top|super|fantastic camera|cameras|cam|photos|pictures|pics|photo', 'camera is? great|excellent|amazing'], () =>
    cameraAtLeast(GREAT_MEGAPIXELS),
  ),
  rule(
    [
      '<n> mp|megapixel|megapixels or|and? more|up|above? camera|cam?',
      '<n> mp|megapixel|megapixels plus camera|cam?',
      'at|over|above|more|min|minimum least|than? <n> mp|megapixel|megapixels camera|cam?',
      'camera|cam of|with|over|above|at|min? least? <n> mp|megapixel|megapixels or|and? more|up|above?',
    ],
    ([megapixels = 0]) => cameraAtLeast(megapixels),
  ),
];

function screenRule(end: 'up to' | 'from', phrases: string[], inches: number): Rule {
  return rule(phrases, () => (end === 'up to' ? screenUpTo(inches) : screenFrom(inches)));
}

const screenUpTo = (most: number): Outcome[] => measured(`Screen up to ${most} in`, ({ inches }) => inches > 0 && inches <= most);

const screenFrom = (least: number): Outcome[] => measured(`Screen ${least} in or more`, ({ inches }) => inches >= least);

/** `6.1` is exact; `6` also is 6.5. */
function screenAround(inches: number): Outcome[] {
  if (!Number.isInteger(inches)) return measured(`Screen ${inches} in`, (measures) => Math.abs(measures.inches - inches) < 0.05);
  return measured(`Screen ${inches}.0–${inches}.9 in`, (measures) => Math.floor(measures.inches) === inches);
}

const cameraAtLeast = (least: number): Outcome[] => measured(`Camera ${least} MP or more`, ({ megapixels }) => megapixels >= least);
