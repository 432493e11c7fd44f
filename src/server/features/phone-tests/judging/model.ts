import type { ModelVerdict } from '#contract/phone-tests/phone-tests.ts';
import type { DeviceTraits } from '#contract/phone-tests/steps.ts';
import { type Directory, recognize } from '../../phone-models/index.ts';

export type Claimed = { brand: string; model_name: string };

const SYSTEMS = { apple: /^(?:ios|ipados|iphone|ipad|ipod)/iu, android: /android|linux/iu };
const MADE_BY_APPLE = /apple|iphone/iu;

/** Holds what the browser says of the phone against the listing: a model where it names one, else the system. Null: nothing is listed yet. */
export function judgeModel(directory: Directory, claimed: Claimed | null, { model, platform }: DeviceTraits): ModelVerdict {
  const named = model === '' ? platform : model;
  if (named === '') return { verdict: 'unknown', note: 'The browser doesn’t say which phone it is on.' };
  if (!claimed) return { verdict: 'unknown', note: `The browser says “${named}”.` };
  const title = `${claimed.brand} ${claimed.model_name}`;
  const isApple = MADE_BY_APPLE.test(title);
  const isOtherSystem = platform !== '' && !SYSTEMS[isApple ? 'apple' : 'android'].test(platform);
  if (isOtherSystem) return { verdict: 'mismatch', note: `The browser says “${named}”, which isn’t this phone’s system.` };
  if (model === '') return { verdict: 'unknown', note: `The browser says only “${platform}”.` };
  const [listed, tested] = [recognize(directory, title), recognize(directory, model)];
  if (!listed.sure || !tested.sure || !listed.model || !tested.model)
    return { verdict: 'unknown', note: `The browser says “${model}”, which we can’t compare.` };
  return listed.model.id === tested.model.id
    ? { verdict: 'match', note: `The browser says “${model}”, as listed.` }
    : { verdict: 'mismatch', note: `The browser says “${model}”, which is another phone: ${tested.model.brand} ${tested.model.name}.` };
}
