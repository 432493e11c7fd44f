import type { TestStep } from '#contract/phone-tests/steps.ts';
import { battery, network, storage } from './background-steps.ts';
import { flash, frontCamera, rearCamera } from './camera-steps.ts';
import { biometrics, buttons } from './owner-steps.ts';
import { brightness, multitouch, screen, touch } from './screen-steps.ts';
import { location, motion, vibration } from './sensor-steps.ts';
import { microphone, speakers } from './sound-steps.ts';
import type { Step } from './step.ts';

export const STEPS: { [Name in TestStep]: Step<Name> } = {
  battery,
  network,
  storage,
  screen,
  brightness,
  touch,
  multitouch,
  speakers,
  microphone,
  'front-camera': frontCamera,
  'rear-camera': rearCamera,
  flash,
  vibration,
  motion,
  location,
  buttons,
  biometrics,
};
