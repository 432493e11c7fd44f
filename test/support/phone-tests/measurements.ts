import type { Measurement, StepChallenge } from '#contract/phone-tests/steps.ts';

const GRAVITY = 9.81;

/** A figure near another, different each time, as sensors give them. */
const near = (figure: number, spread = 0.05): number => figure * (1 + spread * (2 * Math.random() - 1));

/** What a sound phone in the hands of an attentive person measures. */
export function measureSoundly(challenge: StepChallenge): Measurement {
  switch (challenge.step) {
    case 'battery':
      return { step: 'battery', level: near(0.7), charging: false };
    case 'network':
      return { step: 'network', type: 'wifi', effectiveType: '4g', answerMs: near(80) };
    case 'storage':
      return { step: 'storage', quota: Math.round(near(60e9)), usage: 1_200_000 };
    case 'screen':
      return { step: 'screen', typed: challenge.colors.map(({ digit }) => digit).join(''), spots: false };
    case 'brightness':
      return { step: 'brightness', counted: challenge.bars };
    case 'touch': {
      const { columns, rows, taps } = challenge;
      return { step: 'touch', columns, rows, touched: '1'.repeat(columns * rows), taps };
    }
    case 'multitouch':
      return { step: 'multitouch', most: challenge.fingers };
    case 'speakers':
      return { step: 'speakers', heard: challenge.tones.map(({ frequency }) => ({ frequency: near(frequency, 0.005), aboveNoise: near(30) })), person: null };
    case 'microphone':
      return { step: 'microphone', quiet: near(0.002), loud: near(0.09) };
    case 'front-camera':
      return { step: 'front-camera', ...measurePicture(1080, 1920) };
    case 'rear-camera':
      return { step: 'rear-camera', ...measurePicture(3000, 4000) };
    case 'flash':
      return { step: 'flash', luminances: challenge.pattern.map((isLit) => near(isLit ? 180 : 60)) };
    case 'vibration':
      return { step: 'vibration', counted: challenge.pulses, shake: { still: near(0.002), moving: near(0.6) } };
    case 'motion':
      return measureMotion(challenge.edge);
    case 'location':
      return { step: 'location', accuracy: near(14) };
    case 'buttons':
      return { step: 'buttons', keys: ['AudioVolumeUp', 'AudioVolumeDown'] };
    case 'biometrics':
      return { step: 'biometrics', verified: true };
  }
}

function measurePicture(width: number, height: number) {
  return { width, height, luminance: near(110), variance: near(2400), sharpness: near(310), change: near(1.8) };
}

function measureMotion(edge: 'left' | 'right' | 'bottom'): Measurement {
  const pull = near(GRAVITY, 0.01);
  const stood = { left: { x: pull, y: 0.2, z: 0.4 }, right: { x: -pull, y: 0.2, z: 0.4 }, bottom: { x: 0.1, y: pull, z: 0.4 } }[edge];
  return { step: 'motion', samples: 120, flat: { x: 0.1, y: 0.2, z: near(GRAVITY, 0.01) }, stood, noise: near(0.04), turn: near(35) };
}
