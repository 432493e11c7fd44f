import type { RunDoubt } from '#contract/phone-tests/phone-tests.ts';
import type { DeviceTraits } from '#contract/phone-tests/steps.ts';
import { seconds } from '#contract/shared/durations.ts';

/** A phone’s clock seems to lag by as long as its answer took to arrive, over a bad connection; nothing makes it seem ahead. */
const DRIFT = { ahead: seconds(30), behind: seconds(210) };

/** The doubts about a run, with that about its clock if it jumped. Both are by how many ms the phone’s clock was ahead of the shop’s. */
export function doubtClock(doubts: RunDoubt[], { ahead, aheadAtStart }: { ahead: number; aheadAtStart: number }): RunDoubt[] {
  const drift = ahead - aheadAtStart;
  return drift > DRIFT.ahead || drift < -DRIFT.behind ? withDoubt(doubts, 'clock_changed') : doubts;
}

/** The same about a phone that says something else of itself when it resumes a run. */
export function doubtPhone(doubts: RunDoubt[], { before, now }: { before: DeviceTraits; now: DeviceTraits }): RunDoubt[] {
  return differencesOf(before, now).length > 0 ? withDoubt(doubts, 'phone_changed') : doubts;
}

const withDoubt = (doubts: RunDoubt[], doubt: RunDoubt): RunDoubt[] => (doubts.includes(doubt) ? doubts : [...doubts, doubt]);

const NAMES: Partial<Record<keyof DeviceTraits, string>> = {
  model: 'Model',
  platform: 'System',
  graphics: 'Graphics chip',
  cores: 'Processor cores',
  memoryGb: 'Memory (GB)',
  touchPoints: 'Touch points',
};

/** What a browser says differently of a phone, in words. Its system’s version is left out: updates change it. */
export function differencesOf(before: DeviceTraits, after: DeviceTraits): string[] {
  const found = Object.entries(NAMES).flatMap(([key, name]) => {
    const [was, is] = [before[key as keyof DeviceTraits], after[key as keyof DeviceTraits]];
    return was === is ? [] : [`${name}: ${describe(was)} before, ${describe(is)} now.`];
  });
  const [was, is] = [screenOf(before), screenOf(after)];
  return was === is ? found : [...found, `Screen: ${was} before, ${is} now.`];
}

const describe = (value: unknown): string => (value === null || value === '' ? 'unknown' : String(value));

const screenOf = ({ screen: { short, long } }: DeviceTraits): string => `${short} × ${long} pixels`;
