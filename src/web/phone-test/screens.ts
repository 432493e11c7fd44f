import type { TestSummary } from '#contract/phone-tests/phone-tests.ts';
import type { DeviceTraits, TestStep } from '#contract/phone-tests/steps.ts';
import { OUTCOMES, STEP_TITLES, VERDICTS } from '../phone-test-labels.ts';
import { button, h, paragraph, show } from './view.ts';

const LINES = {
  browser: 'What the browser says of this phone: model, system, graphics chip, screen size, processor cores, memory, fingers it can feel, and its clock',
  background: 'The battery’s level and whether it is charging, the kind of connection and how fast we answer, and the storage the browser may use',
  hands: 'What you type and tap: digits, bars and pulses you saw or felt, which squares were touched, how many fingers, and which buttons',
  sound: 'Of each tone, how high and how loud the microphone heard it, and how loud it is with and without your voice: no recording',
  pictures: 'Of one picture from each camera: size, brightness, contrast, sharpness and change, and the brightness while the flash blinks: no picture',
  motion: 'How it lies, turns and shakes, as averages',
  location: 'How exact its location is: not where it is',
  owner: 'Whether it recognized you: no fingerprint or face',
};

/** Which line names it, for everything that is sent: what has none here can’t be measured. */
const NAMED_IN: Record<TestStep | keyof DeviceTraits | 'clock', keyof typeof LINES> = {
  model: 'browser',
  platform: 'browser',
  platformVersion: 'browser',
  graphics: 'browser',
  cores: 'browser',
  memoryGb: 'browser',
  touchPoints: 'browser',
  clock: 'browser',
  battery: 'background',
  network: 'background',
  storage: 'background',
  screen: 'hands',
  brightness: 'hands',
  touch: 'hands',
  multitouch: 'hands',
  buttons: 'hands',
  vibration: 'hands',
  speakers: 'sound',
  microphone: 'sound',
  'front-camera': 'pictures',
  'rear-camera': 'pictures',
  flash: 'pictures',
  motion: 'motion',
  location: 'location',
  biometrics: 'owner',
};

const LEAVES = [...new Set(Object.values(NAMED_IN))].map((line) => LINES[line]);

/** Says what will be measured and sent, and waits until the person agrees. */
export function askForConsent(): Promise<void> {
  return new Promise((resolve) => {
    show({
      heading: 'Test this phone',
      content: [
        paragraph('The phone proves what it can, in about two minutes. Do this on the phone that is for sale. You can skip any step, and stop at any time.'),
        h('h2', { class: 'text-lg' }, 'What leaves this phone'),
        h('ul', { class: 'grid list-disc gap-2 pl-5' }, ...LEAVES.map((line) => h('li', {}, line))),
        paragraph(
          'Whoever made the code sees the result. Buyers see it only if the seller publishes it; the phone’s traits are part of the signed record.',
          'text-muted',
        ),
        paragraph(
          'A test shows how the phone was at that moment. It doesn’t prove that it is the phone in the photos, nor that it will work tomorrow.',
          'text-muted',
        ),
      ],
      buttons: [button('Agree and start', resolve)],
    });
  });
}

/** While nobody is needed. */
export const showBeginning = (): void => show({ heading: 'Getting ready', content: [paragraph('Reading what the phone knows by itself …')] });

/** After a step, until the next one is there. */
export const showSending = (heading: string, progress: { step: number; of: number }): void =>
  show({ heading, progress, content: [paragraph('Sending the result …', 'text-muted')] });

/** The address has something behind its `#` that isn’t a whole code. */
export const showBadCode = (): void => show({ heading: 'This code is incomplete', content: [paragraph('Scan it again with the phone that is for sale.')] });

export function showNoCode(): void {
  show({
    heading: 'This link has no code',
    content: [paragraph('Scan the QR code on the listing’s form, the listing’s page or the order’s page with the phone that is for sale.')],
  });
}

export function showInsecure(): void {
  show({
    heading: 'This page needs HTTPS',
    content: [
      paragraph('Browsers give pages the camera, the microphone and the sensors over an encrypted connection only, so nothing can be tested here.'),
      paragraph(`Try the same link with https in place of http. If that doesn’t open, the shop’s operator has to turn HTTPS on; its handbook says how.`),
    ],
    buttons: [
      h('a', { class: 'button button-primary min-h-14 w-full px-4 text-base', href: `https:${window.location.href.slice('http:'.length)}` }, 'Open with HTTPS'),
    ],
  });
}

export function showRefusal(sentence: string): void {
  show({
    heading: 'The test can’t go on',
    content: [paragraph(sentence), paragraph('To test this phone, get a new code on the page that showed the last one, and scan it.', 'text-muted')],
  });
}

export function showResult({ outcome, model, steps }: TestSummary): void {
  show({
    heading: OUTCOMES[outcome],
    content: [
      paragraph('The result is on the page that showed the code. You can close this one.'),
      model.note === '' ? null : paragraph(model.note),
      h(
        'ul',
        { class: 'grid' },
        ...steps.map(({ step, verdict, note }) => {
          const { word, look } = VERDICTS[verdict];
          return h(
            'li',
            { class: 'grid grid-cols-[1fr_auto] gap-x-4 border-t border-line py-2' },
            h('span', { class: 'font-medium' }, STEP_TITLES[step]),
            h('span', { class: look }, word),
            h('span', { class: 'col-span-2 text-sm text-muted' }, note),
          );
        }),
      ),
    ],
  });
}
