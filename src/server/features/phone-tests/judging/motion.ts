import type { MeasurementOf } from '#contract/phone-tests/steps.ts';
import { type ChallengeOf, failed, type Judged, passed } from './judged.ts';

/** The least share of gravity (9.8 m/s²) on the axis that points down. */
const MOST_OF_GRAVITY = 6;
const GRAVITY = { from: 7, to: 13 };
const FEWEST_SAMPLES = 10;
/** How much more a vibrating phone shakes, if its sensors feel it at all. */
const FELT = 1.5;

/** Browsers disagree about signs, so only the axis counts. */
export function judgeMotion({ samples, flat, stood, noise }: MeasurementOf<'motion'>, { edge }: ChallengeOf<'motion'>): Judged {
  if (samples < FEWEST_SAMPLES) return failed('The sensors report nothing.');
  if (noise === 0 || (flat.x === stood.x && flat.y === stood.y && flat.z === stood.z)) return failed('The sensors are frozen.');
  if ([flat, stood].some((pull) => !isGravity(Math.hypot(pull.x, pull.y, pull.z)))) return failed('The sensors don’t measure gravity.');
  const isStood = Math.abs(edge === 'bottom' ? stood.y : stood.x) >= MOST_OF_GRAVITY;
  return Math.abs(flat.z) >= MOST_OF_GRAVITY && isStood ? passed('The sensors follow the phone.') : failed('The sensors didn’t follow the phone.');
}

const isGravity = (length: number): boolean => length >= GRAVITY.from && length <= GRAVITY.to;

export function judgeVibration({ counted, shake }: MeasurementOf<'vibration'>, { pulses }: ChallengeOf<'vibration'>): Judged {
  if (counted !== pulses) return failed(counted === 0 ? 'It doesn’t vibrate.' : `${counted} of ${pulses} vibrations were felt.`);
  const isFelt = shake !== null && shake.moving > shake.still * FELT;
  return passed(isFelt ? 'Felt by its user and its sensors.' : 'Felt by its user.');
}
