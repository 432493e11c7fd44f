import type { MeasurementOf } from '#contract/phone-tests/steps.ts';
import { type ChallengeOf, failed, type Judged, passed, untestable } from './judged.ts';

/** A tone is the one that was played if it is this near, and stands out this far. */
const NEAR_HZ = 20;
const NEAR_SHARE = 0.02;
const CLEAR_DB = 10;
const VOICE = { least: 0.003, aboveQuiet: 3 };

/** A covered or broken camera: nearly black, or the same color everywhere. */
const BLACK = 8;
const FLAT = 30;
const BLURRED = 3;
const LIT_BY = 8;

export function judgeSpeakers({ heard, person }: MeasurementOf<'speakers'>, { tones }: ChallengeOf<'speakers'>): Judged {
  const isHeard = tones.map(({ frequency }, at) => {
    const peak = heard[at] ?? null;
    return peak !== null && peak.aboveNoise >= CLEAR_DB && Math.abs(peak.frequency - frequency) <= Math.max(NEAR_HZ, frequency * NEAR_SHARE);
  });
  if (isHeard.every(Boolean)) return passed('The microphone heard every tone.');
  if (person === 'all') return untestable('Its user heard the tones, but its microphone didn’t.');
  const sides = new Set(tones.filter((_, at) => !isHeard[at]).map(({ side }) => side));
  return failed(sides.size === 1 ? `The ${[...sides][0]} speaker wasn’t heard.` : 'The speakers weren’t heard.');
}

export function judgeMicrophone({ quiet, loud }: MeasurementOf<'microphone'>): Judged {
  return loud >= Math.max(VOICE.least, quiet * VOICE.aboveQuiet) ? passed('It hears a voice.') : failed('It doesn’t hear a voice.');
}

export function judgeCamera({ width, height, luminance, variance, sharpness, change }: MeasurementOf<'front-camera' | 'rear-camera'>): Judged {
  if (width === 0 || height === 0) return failed('It gives no picture.');
  if (luminance < BLACK && variance < FLAT) return failed('Its picture is black.');
  if (variance < FLAT) return failed('Its picture is one color.');
  if (change === 0) return failed('Its picture doesn’t move.');
  if (sharpness < BLURRED) return failed('Its picture isn’t sharp.');
  return passed(`A moving, sharp picture of ${width} × ${height}.`);
}

export function judgeFlash({ luminances }: MeasurementOf<'flash'>, { pattern }: ChallengeOf<'flash'>): Judged {
  if (luminances.length !== pattern.length) return failed('It wasn’t seen as often as asked.');
  const lit = luminances.filter((_, at) => pattern[at]);
  const dark = luminances.filter((_, at) => !pattern[at]);
  return Math.min(...lit) >= Math.max(...dark) + LIT_BY ? passed('It lights up when asked.') : failed('It doesn’t light up when asked.');
}
