import type { TestSummary, Verdict } from '#contract/phone-tests/phone-tests.ts';
import type { TestStep } from '#contract/phone-tests/steps.ts';

/** The steps of a phone test, as the phone and the listing call them. */
export const STEP_TITLES: Record<TestStep, string> = {
  battery: 'Battery',
  network: 'Connection',
  storage: 'Storage',
  screen: 'Screen colors',
  brightness: 'Screen brightness',
  touch: 'Touch',
  multitouch: 'Several fingers',
  speakers: 'Speakers',
  microphone: 'Microphone',
  'front-camera': 'Front camera',
  'rear-camera': 'Rear camera',
  flash: 'Flash',
  vibration: 'Vibration',
  motion: 'Motion sensors',
  location: 'Location',
  buttons: 'Buttons',
  biometrics: 'Fingerprint or face',
};

export const VERDICTS: Record<Verdict, { word: string; look: string }> = {
  passed: { word: 'Passed', look: 'text-good' },
  failed: { word: 'Failed', look: 'text-danger' },
  skipped: { word: 'Skipped', look: 'text-muted' },
  untestable: { word: 'Not testable', look: 'text-muted' },
};

export const OUTCOMES: Record<TestSummary['outcome'], string> = {
  passed: 'This phone passed',
  incomplete: 'Too little was tested',
  failed: 'Something isn’t as it should be',
};
