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
