import { z } from 'zod';

/** The steps of a phone test, in order. What the browser says of the phone is sent when a run starts. */
export const TEST_STEPS = [
  'battery',
  'network',
  'storage',
  'screen',
  'brightness',
  'touch',
  'multitouch',
  'speakers',
  'microphone',
  'front-camera',
  'rear-camera',
  'flash',
  'vibration',
  'motion',
  'location',
  'buttons',
  'biometrics',
] as const;
export const TestStep = z.enum(TEST_STEPS);
export type TestStep = z.infer<typeof TestStep>;

const STEP_LIMITS = {
  /** Columns and rows of the touch grid. */
  maxCells: 24,
  tones: 4,
  fingers: 10,
  keys: 12,
  text: 100,
} as const;

const Digit = z.int().min(0).max(9);
const count = (max: number) => z.int().nonnegative().max(max);
const figure = (max: number) => z.number().min(0).max(max);
const Cell = count(STEP_LIMITS.maxCells ** 2 - 1);
const Side = z.enum(['left', 'right']);

/**
 * What a step asks for. The parts that the server picks at random make a recording of another run useless; steps without any depend on the nonce and
 * the signature alone.
 */
export const StepChallenge = z.discriminatedUnion('step', [
  z.object({ step: z.enum(['battery', 'network', 'storage', 'microphone', 'front-camera', 'rear-camera', 'location', 'buttons']) }),
  /** Shows each color on the whole screen with its digit, barely visible; the person types the digits. */
  z.object({ step: z.literal('screen'), colors: z.array(z.object({ color: z.enum(['red', 'green', 'blue', 'white', 'black']), digit: Digit })).max(5) }),
  /** Shows so many gray bars, each a little brighter than the one before; the person counts them. */
  z.object({ step: z.literal('brightness'), bars: count(9) }),
  /** The finger paints all cells of the grid, then taps these cells in this order. */
  z.object({ step: z.literal('touch'), columns: count(STEP_LIMITS.maxCells), rows: count(STEP_LIMITS.maxCells), taps: z.array(Cell).max(4) }),
  z.object({ step: z.literal('multitouch'), fingers: count(STEP_LIMITS.fingers) }),
  /** Plays each tone, of so many Hz, on its side. */
  z.object({ step: z.literal('speakers'), tones: z.array(z.object({ side: Side, frequency: figure(8000) })).max(STEP_LIMITS.tones) }),
  /** Turns the torch on and off; each entry is a moment at which the rear camera looks. */
  z.object({ step: z.literal('flash'), pattern: z.array(z.boolean()).max(6) }),
  /** Vibrates so many times; the person counts. */
  z.object({ step: z.literal('vibration'), pulses: count(5) }),
  /** The phone lies flat, then is stood on this edge. */
  z.object({ step: z.literal('motion'), edge: z.enum(['left', 'right', 'bottom']) }),
  /** For WebAuthn, in base64url. */
  z.object({ step: z.literal('biometrics'), challenge: z.string().max(STEP_LIMITS.text) }),
]);
export type StepChallenge = z.infer<typeof StepChallenge>;

const Picture = z.object({
  width: count(20_000),
  height: count(20_000),
  /** Mean brightness, 0 to 255. */
  luminance: figure(255),
  /** Variances of the brightness, and of each pixel’s difference from its neighbors. */
  variance: figure(100_000),
  sharpness: figure(10_000_000),
  /** By how much the next picture differs, pixel by pixel. */
  change: figure(255),
});

/** Acceleration with gravity, in m/s². */
const Pull = z.object({ x: z.number().min(-200).max(200), y: z.number().min(-200).max(200), z: z.number().min(-200).max(200) });

/** What the phone measured in a step. */
export const Measurement = z.discriminatedUnion('step', [
  /** Level from 0 to 1. */
  z.object({ step: z.literal('battery'), level: figure(1), charging: z.boolean() }),
  z.object({
    step: z.literal('network'),
    type: z.string().max(STEP_LIMITS.text).nullable(),
    effectiveType: z.string().max(STEP_LIMITS.text).nullable(),
    /** How long the shop took to answer, in ms. */
    answerMs: figure(120_000),
  }),
  /** In bytes. */
  z.object({ step: z.literal('storage'), quota: figure(Number.MAX_SAFE_INTEGER), usage: figure(Number.MAX_SAFE_INTEGER) }),
  z.object({ step: z.literal('screen'), typed: z.string().max(STEP_LIMITS.text), spots: z.boolean() }),
  z.object({ step: z.literal('brightness'), counted: count(99) }),
  z.object({
    step: z.literal('touch'),
    columns: count(STEP_LIMITS.maxCells),
    rows: count(STEP_LIMITS.maxCells),
    /** One character a cell, row by row: 1 if it was touched. */
    touched: z
      .string()
      .max(STEP_LIMITS.maxCells ** 2)
      .regex(/^[01]*$/u),
    /** The cells tapped afterwards. */
    taps: z.array(Cell).max(20),
  }),
  /** The most fingers seen at once. */
  z.object({ step: z.literal('multitouch'), most: count(STEP_LIMITS.fingers) }),
  z.object({
    step: z.literal('speakers'),
    /** What the microphone heard of each tone: the strongest frequency, and how far it stood out, in dB. */
    heard: z.array(z.object({ frequency: figure(24_000), aboveNoise: z.number().min(-200).max(200) }).nullable()).max(STEP_LIMITS.tones),
    /** What the person heard; null if they weren’t asked, as the microphone heard it. */
    person: z.enum(['all', 'some', 'none']).nullable(),
  }),
  /** Loudness (root mean square, 0 to 1) while the person is silent, and while they speak. */
  z.object({ step: z.literal('microphone'), quiet: figure(1), loud: figure(1) }),
  Picture.extend({ step: z.literal('front-camera') }),
  Picture.extend({ step: z.literal('rear-camera') }),
  /** The rear camera’s mean brightness at each moment. */
  z.object({ step: z.literal('flash'), luminances: z.array(figure(255)).max(6) }),
  /** Variance of the acceleration’s length at rest and while vibrating; null without sensors. */
  z.object({
    step: z.literal('vibration'),
    counted: count(99),
    shake: z.object({ still: figure(100_000), moving: figure(100_000) }).nullable(),
  }),
  z.object({
    step: z.literal('motion'),
    samples: count(100_000),
    flat: Pull,
    stood: Pull,
    /** Variance of the acceleration’s length over all samples: never quite 0 on a real sensor. */
    noise: figure(100_000),
    /** The mean turn rate between the two, in degrees a second; null without a gyroscope. */
    turn: figure(100_000).nullable(),
  }),
  /** How exact the position was, in meters. The position itself is never sent. */
  z.object({ step: z.literal('location'), accuracy: figure(40_100_000) }),
  /** Names of the keys that were pressed, as the browser gives them. */
  z.object({ step: z.literal('buttons'), keys: z.array(z.string().max(30)).max(STEP_LIMITS.keys) }),
  /** Whether the phone recognized its user. */
  z.object({ step: z.literal('biometrics'), verified: z.boolean() }),
]);
export type Measurement = z.infer<typeof Measurement>;
export type MeasurementOf<Step extends TestStep> = Extract<Measurement, { step: Step }>;

/** Why a step wasn’t tested: the browser has no such thing, its user refused, or it failed to answer. */
export const UntestableReason = z.enum(['missing', 'refused', 'failed']);
export type UntestableReason = z.infer<typeof UntestableReason>;

/** The answer to a challenge, as it is signed. */
export const StepResult = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('measured'), measurement: Measurement }),
  z.object({ outcome: z.literal('skipped') }),
  z.object({ outcome: z.literal('untestable'), reason: UntestableReason }),
]);
export type StepResult = z.infer<typeof StepResult>;

/** What the browser says of the phone. Texts are blank, and figures null, where it doesn’t say. */
export const DeviceTraits = z.object({
  model: z.string().max(STEP_LIMITS.text),
  platform: z.string().max(STEP_LIMITS.text),
  platformVersion: z.string().max(STEP_LIMITS.text),
  /** The name of the graphics chip. */
  graphics: z.string().max(200).nullable(),
  /** In device pixels, the shorter side first. */
  screen: z.object({ short: count(20_000), long: count(20_000), ratio: figure(20) }),
  cores: count(1024).nullable(),
  memoryGb: figure(1024).nullable(),
  touchPoints: count(100),
});
export type DeviceTraits = z.infer<typeof DeviceTraits>;
