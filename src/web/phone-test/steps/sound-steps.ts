import type { Peak } from '../measure-sound.ts';
import { hearTone, type Microphone, openMicrophone, playTone, type Tone, wakeSound } from '../sound.ts';
import { type Stage, UntestableError } from '../stage.ts';
import { paragraph } from '../view.ts';
import { wait } from '../wait.ts';
import { orUntestable } from './refusals.ts';
import { hasMedia, type Step } from './step.ts';

const TONE_MS = 700;
const BETWEEN_TONES_MS = 200;
/** A tone counts as heard from this far above the noise, in dB, and this near its frequency; for the rest, the person is asked. */
const CLEAR_DB = 10;
const NEAR = 0.02;
const MICROPHONE = 'Microphone';

export const speakers: Step<'speakers'> = {
  shows: 'the speakers play tones that the shop made up just now, heard by the microphone or, failing that, by you.',
  cannot: 'Doesn’t tell how they sound, or which of the phone’s speakers plays.',
  isTestable: () => 'AudioContext' in window,
  async run(stage, challenge) {
    const tones = challenge.tones.map((tone): Tone => ({ ...tone, milliseconds: TONE_MS }));
    await stage.ask(
      [['Play the tones', null]],
      paragraph(`Turn the volume up and silent mode off. The phone plays ${tones.length} tones and listens to itself.`),
    );
    await wakeSound();
    const microphone = await openOrNull(stage);
    const heard: (Peak | null)[] = [];
    stage.say(paragraph('Listening …', 'text-lg'));
    for (const tone of tones) {
      heard.push(await stage.during(playOne(microphone, tone)));
      await stage.during(wait(BETWEEN_TONES_MS));
    }
    const isClear = heard.every((peak, index) => isTone(peak, tones[index]));
    return { heard, person: isClear ? null : await askWhatWasHeard(stage) };
  },
};

/** Without the microphone, the person’s ears decide. */
async function openOrNull(stage: Stage): Promise<Microphone | null> {
  if (!hasMedia()) return null;
  return orUntestable(stage.during(openMicrophone(stage.signal)), MICROPHONE).catch((error: unknown) => {
    if (error instanceof UntestableError) return null;
    throw error;
  });
}

async function playOne(microphone: Microphone | null, tone: Tone): Promise<Peak | null> {
  if (microphone) return hearTone(microphone, tone);
  await playTone(tone);
  return null;
}

function isTone(peak: Peak | null, tone: Tone | undefined): boolean {
  return peak !== null && tone !== undefined && peak.aboveNoise >= CLEAR_DB && Math.abs(peak.frequency / tone.frequency - 1) <= NEAR;
}

const askWhatWasHeard = (stage: Stage): Promise<'all' | 'some' | 'none'> =>
  stage.ask(
    [
      ['I heard them all', 'all'],
      ['I heard some of them', 'some'],
      ['I heard none', 'none'],
    ],
    paragraph('The microphone didn’t hear every tone clearly. What did you hear?'),
  );

const SILENCE_MS = 1000;
const SPEECH_MS = 2500;
const SAMPLE_EVERY_MS = 50;

export const microphone: Step<'microphone'> = {
  shows: 'the microphone hears a voice.',
  cannot: 'Doesn’t tell how clear calls are, nor test other microphones. Nothing is recorded: only two levels are sent.',
  isTestable: () => hasMedia() && 'AudioContext' in window,
  async run(stage) {
    await stage.ask([['Start', null]], paragraph('Stay quiet for a second, then count aloud to three.'));
    await wakeSound();
    const opened = await orUntestable(stage.during(openMicrophone(stage.signal)), MICROPHONE);
    stage.say(paragraph('Stay quiet …', 'text-lg'));
    const quiet = await stage.during(listen(opened, SILENCE_MS));
    stage.say(paragraph('Now count aloud: one, two, three …', 'text-lg'));
    const loud = await stage.during(listen(opened, SPEECH_MS));
    return { quiet: quiet[quiet.length >> 1] ?? 0, loud: loud.at(-1) ?? 0 };
  },
};

/** The levels heard, the lowest first. */
async function listen(microphone: Microphone, milliseconds: number): Promise<number[]> {
  const levels: number[] = [];
  const until = performance.now() + milliseconds;
  while (performance.now() < until) {
    await wait(SAMPLE_EVERY_MS);
    levels.push(Math.min(1, microphone.loudness()));
  }
  return levels.sort((a, b) => a - b);
}
