import type { ModelVerdict } from '#contract/phone-tests/phone-tests.ts';
import type { DeviceTraits } from '#contract/phone-tests/steps.ts';
import { type Directory, recognize } from '../../phone-models/index.ts';

export type Claimed = { brand: string; model_name: string };

const SYSTEMS = { apple: /^(?:ios|ipados|iphone|ipad|ipod)/iu, android: /android|linux/iu };
const MADE_BY_APPLE = /apple|iphone/iu;

/**
 * Holds what the browser says of the phone against the listing: a model where it names one, else the system. Null: nothing is listed yet. The notes are
 * public, so they name the catalog's models and don't quote what a program may have made up.
 */
export function judgeModel(directory: Directory, claimed: Claimed | null, { model, platform }: DeviceTraits): ModelVerdict {
  const tested = model === '' ? null : modelOf(directory, model);
  const isA = tested && `The browser says that it’s on a ${tested.brand} ${tested.name}`;
  if (!claimed) return { verdict: 'unknown', note: isA ? `${isA}.` : 'The browser doesn’t say which phone it is on.' };
  const title = `${claimed.brand} ${claimed.model_name}`;
  const system = MADE_BY_APPLE.test(title) ? 'apple' : 'android';
  if (platform !== '' && !SYSTEMS[system].test(platform)) return { verdict: 'mismatch', note: 'The browser names another system than this phone’s.' };
  const listed = modelOf(directory, title);
  if (!isA) return { verdict: 'unknown', note: 'The browser doesn’t say which phone it is on.' };
  if (!listed) return { verdict: 'unknown', note: `${isA}; the listed model isn’t in our catalog.` };
  return listed.id === tested.id ? { verdict: 'match', note: `${isA}, as listed.` } : { verdict: 'mismatch', note: `${isA}, which isn’t the listed phone.` };
}

/** Null unless it can only be one model. */
function modelOf(directory: Directory, text: string) {
  const { model, sure } = recognize(directory, text);
  return sure ? model : null;
}
