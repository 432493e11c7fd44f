import { readAccuracy } from '../device.ts';
import { mean, variance } from '../measure-picture.ts';
import { askForMotion, measureMotion, shakeOf } from '../motion.ts';
import { UntestableError } from '../stage.ts';
import { paragraph } from '../view.ts';
import { orUntestable } from './refusals.ts';
import type { Step } from './step.ts';

const STILL_MS = 1000;
const TURN_MS = 2000;
const PULSE_MS = 350;
const PAUSE_MS = 350;

const hasMotion = (): boolean => 'DeviceMotionEvent' in window;

const EDGES = { left: 'its left edge', right: 'its right edge', bottom: 'its lower edge' };

export const motion: Step<'motion'> = {
  shows: 'the phone feels how it lies and turns, as the shop asks just now.',
  cannot: 'Doesn’t tell how exact its compass is.',
  isTestable: hasMotion,
  async run(stage, { edge }) {
    await stage.ask([['It’s flat', null]], paragraph('Lay the phone flat on its back.'));
    if (!(await askForMotion())) throw new UntestableError('refused', 'Motion sensors: you didn’t allow them. Reload the page to be asked again.');
    stage.say(paragraph('Don’t move it …', 'text-lg'));
    const flat = await stage.during(measureMotion(STILL_MS));
    if (flat.samples === 0) throw new UntestableError('failed', 'Motion sensors: this browser reports nothing from them.');
    const turning = measureMotion(TURN_MS);
    await stage.ask([['Done', null]], paragraph(`Now stand it on ${EDGES[edge]}, and hold it there.`));
    stage.say(paragraph('Hold it …', 'text-lg'));
    const [turned, stood] = await stage.during(Promise.all([turning, measureMotion(STILL_MS)]));
    const turns = [...turned.turns, ...stood.turns];
    return {
      samples: flat.samples + stood.samples,
      flat: flat.pull,
      stood: stood.pull,
      noise: variance([...flat.lengths, ...stood.lengths]),
      turn: turns.length === 0 ? null : mean(turns),
    };
  },
};

export const vibration: Step<'vibration'> = {
  shows: 'the phone vibrates, felt by you and, where it reports, by its own motion sensor.',
  cannot: 'Doesn’t tell how strong it is compared with a new one.',
  isTestable: () => 'vibrate' in navigator,
  async run(stage, { pulses }) {
    await stage.ask([['Vibrate', null]], paragraph('Hold the phone loosely. It vibrates a few times: count them.'));
    const hears = hasMotion() && (await askForMotion());
    stage.say(paragraph('Count …', 'text-lg'));
    const still = hears ? await stage.during(measureMotion(STILL_MS)) : null;
    navigator.vibrate(Array.from({ length: 2 * pulses - 1 }, (_, index) => (index % 2 === 0 ? PULSE_MS : PAUSE_MS)));
    const moving = await stage.during(measureMotion(pulses * (PULSE_MS + PAUSE_MS)));
    const counted = await stage.ask<number>(
      [1, 2, 3, 4, 5, 0].map((count) => [count === 0 ? 'I felt nothing' : String(count), count]),
      paragraph('How many times did it vibrate?'),
    );
    return { counted, shake: still && still.samples > 0 ? { still: shakeOf(still), moving: shakeOf(moving) } : null };
  },
};

export const location: Step<'location'> = {
  shows: 'the phone finds out where it is.',
  cannot: 'Doesn’t tell whether it used satellites or Wi-Fi. Only the accuracy is sent, never the place.',
  isTestable: () => 'geolocation' in navigator,
  async run(stage) {
    await stage.ask([['Check location', null]], paragraph('Allow the location when the browser asks. Where you are isn’t sent.'));
    stage.say(paragraph('Checking the location …', 'text-lg'));
    return { accuracy: await orUntestable(stage.during(readAccuracy()), 'Location') };
  },
};
