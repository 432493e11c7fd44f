import { type Band, findPeak, loudness, type Peak } from './measure-sound.ts';
import { openMedia } from './media.ts';

/** Fine enough to tell tones a few hertz apart: 5.9 Hz a bin at 48 kHz. */
const FFT_SIZE = 8192;
/** Fades in and out: a cut-off tone clicks, and a click is every frequency at once. */
const FADE_SECONDS = 0.02;
const LEVEL = 0.8;
/** The band that phones' speakers play and their microphones hear. */
const BAND: Band = { from: 300, to: 8000 };

let shared: AudioContext | undefined;

/** Browsers let sound begin only in response to a tap: call from one. */
export async function wakeSound(): Promise<AudioContext> {
  shared ??= new AudioContext();
  // Never settles where there is no device for sound.
  if (shared.state !== 'running') void shared.resume().catch(() => {});
  return shared;
}

export type Tone = { frequency: number; milliseconds: number; side?: 'left' | 'right' };

/** Plays a tone, and returns when it has ended. */
export async function playTone({ frequency, milliseconds, side }: Tone): Promise<void> {
  const context = await wakeSound();
  const [tone, gain, panner] = [context.createOscillator(), context.createGain(), context.createStereoPanner()];
  const [from, to] = [context.currentTime, context.currentTime + milliseconds / 1000];
  tone.frequency.value = frequency;
  panner.pan.value = side === 'left' ? -1 : side === 'right' ? 1 : 0;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(LEVEL, from + FADE_SECONDS);
  gain.gain.setValueAtTime(LEVEL, to - FADE_SECONDS);
  gain.gain.linearRampToValueAtTime(0, to);
  tone.connect(gain).connect(panner).connect(context.destination);
  tone.start(from);
  tone.stop(to);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  panner.disconnect();
}

export type Microphone = {
  /** The strongest tone right now; null in perfect silence. */
  peak(): Peak | null;
  /** The root mean square of the last sixth of a second, 0 to 1. */
  loudness(): number;
};

/** Opens the microphone until the signal, without what browsers do to speech: it would remove the very tones the phone plays. Throws what the browser throws. */
export async function openMicrophone(signal: AbortSignal): Promise<Microphone> {
  const context = await wakeSound();
  const stream = await openMedia({ audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } }, signal);
  const source = context.createMediaStreamSource(stream);
  const analyser = new AnalyserNode(context, { fftSize: FFT_SIZE, smoothingTimeConstant: 0 });
  source.connect(analyser);
  const [levels, samples] = [new Float32Array(analyser.frequencyBinCount), new Float32Array(FFT_SIZE)];
  return {
    peak() {
      analyser.getFloatFrequencyData(levels);
      return findPeak(levels, context.sampleRate / FFT_SIZE, BAND);
    },
    loudness() {
      analyser.getFloatTimeDomainData(samples);
      return loudness(samples);
    },
  };
}

const LISTEN_EVERY_MS = 40;

/** Plays a tone and listens meanwhile: what stood out the most. */
export async function hearTone(microphone: Microphone, tone: Tone): Promise<Peak | null> {
  let best: Peak | null = null;
  const timer = setInterval(() => {
    const peak = microphone.peak();
    if (peak && (!best || peak.aboveNoise > best.aboveNoise)) best = peak;
  }, LISTEN_EVERY_MS);
  await playTone(tone);
  clearInterval(timer);
  return best;
}
