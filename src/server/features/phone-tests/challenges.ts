import { randomBytes, randomInt } from 'node:crypto';
import { type StepChallenge, TEST_STEPS, type TestStep } from '#contract/phone-tests/steps.ts';

const COLORS = ['red', 'green', 'blue', 'white', 'black'] as const;
const GRID = { columns: 6, rows: 12 };
const TAPS = 3;
/** Apart enough to be told from each other, and within what small speakers play well. */
const TONES = { from: 700, to: 2600, step: 100 };
const NONCE_BYTES = 24;
const EDGES = ['left', 'right'] as const;

export const makeNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url');

/** The challenge of the step with this number, from 0, with parameters that can’t be foreseen; null after the last. */
export function makeChallenge(at: number): StepChallenge | null {
  const step = TEST_STEPS[at];
  return step === undefined ? null : challengeOf(step);
}

function challengeOf(step: TestStep): StepChallenge {
  switch (step) {
    case 'screen':
      return { step, colors: shuffle(COLORS).map((color) => ({ color, digit: randomInt(10) })) };
    case 'brightness':
      return { step, bars: randomInt(4, 9) };
    case 'touch':
      return { step, ...GRID, taps: shuffle(Array.from({ length: GRID.columns * GRID.rows }, (_, cell) => cell)).slice(0, TAPS) };
    case 'multitouch':
      return { step, fingers: randomInt(2, 4) };
    case 'speakers':
      return { step, tones: shuffle(['left', 'right', 'left', 'right'] as const).map((side) => ({ side, frequency: randomTone() })) };
    case 'flash':
      return { step, pattern: shuffle([true, true, false, false]) };
    case 'vibration':
      return { step, pulses: randomInt(2, 5) };
    case 'motion':
      return { step, edge: EDGES[randomInt(EDGES.length)] ?? 'left' };
    case 'biometrics':
      return { step, challenge: makeNonce() };
    default:
      return { step };
  }
}

const randomTone = (): number => TONES.from + TONES.step * randomInt((TONES.to - TONES.from) / TONES.step + 1);

/** Fisher and Yates’s. */
function shuffle<T>(values: readonly T[]): T[] {
  const left = [...values];
  return values.flatMap(() => left.splice(randomInt(left.length), 1));
}
