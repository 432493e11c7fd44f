import type { MeasurementOf } from '#contract/phone-tests/steps.ts';
import { failed, type Judged, passed, untestable } from './judged.ts';

const GB = 1_000_000_000;
/** Coarser positions come from the network, not from the phone’s receiver. */
const COARSE_METERS = 1000;
const SLOW_MS = 10_000;

const TYPES = new Map([
  ['wifi', 'Wi-Fi'],
  ['cellular', 'Mobile line'],
  ['ethernet', 'Cable'],
]);

/** No level is a fault: the battery’s health isn’t known to browsers. */
export function judgeBattery({ level, charging }: MeasurementOf<'battery'>): Judged {
  return passed(`At ${Math.round(level * 100)}%, ${charging ? 'charging' : 'not charging'}.`);
}

export function judgeNetwork({ type, answerMs }: MeasurementOf<'network'>): Judged {
  const name = TYPES.get(type ?? '') ?? 'Online';
  return answerMs > SLOW_MS ? failed(`${name}, but the shop took ${Math.round(answerMs / 1000)} seconds to reach.`) : passed(`${name}.`);
}

export function judgeStorage({ quota }: MeasurementOf<'storage'>): Judged {
  return quota === 0 ? failed('The browser can’t store anything.') : passed(`The browser may use up to ${toGb(quota)} GB.`);
}

const toGb = (bytes: number): string => (bytes < GB ? '1' : String(Math.round(bytes / GB)));

export function judgeLocation({ accuracy }: MeasurementOf<'location'>): Judged {
  return accuracy <= COARSE_METERS ? passed(`Found to within ${Math.max(1, Math.round(accuracy))} m.`) : untestable('The position was too coarse to tell.');
}

export function judgeButtons({ keys }: MeasurementOf<'buttons'>): Judged {
  return keys.length === 0 ? untestable('The browser heard no button.') : passed(`${keys.length === 1 ? 'One button' : `${keys.length} buttons`} pressed.`);
}

export function judgeBiometrics({ verified }: MeasurementOf<'biometrics'>): Judged {
  return verified ? passed('The phone recognized its user.') : failed('The phone didn’t recognize its user.');
}
