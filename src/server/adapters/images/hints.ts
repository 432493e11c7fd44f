import type { PhotoHint } from '#contract/images.ts';
import type { Look } from './look.ts';

/** The enlarged view needs at least this many pixels. */
const LEAST_LONG_SIDE = 600;
/** Tuned on drawn, generated and a few real pictures; docs/decisions/022-photo-checks.md lists them and how often each check is right. */
const DARKEST_LIGHT = 60;
const LEAST_CONTENT = 7;
const MOST_BLUR = 0.58;
const LEAST_STRAIGHT = 0.3;

const SENTENCES: Record<PhotoHint['kind'], string> = {
  empty: 'This photo shows almost nothing. Was the lens covered or the phone out of view?',
  dark: 'This photo is very dark. Try daylight near a window.',
  blurred: 'This photo looks blurred. Hold the camera still, and tap the phone on your screen to focus.',
  no_phone: 'We can’t see a phone here. If there is one, keep the photo.',
  small: `This photo is small. One with at least ${LEAST_LONG_SIDE} pixels on its longer side stays sharp when buyers enlarge it.`,
};

/** Suggests how to improve a photo; `width` and `height` are those of the stored picture. Hints are never a reason to refuse it. */
export function hintsFor(look: Look, { width, height }: { width: number; height: number }): PhotoHint[] {
  const main = mainKindOf(look);
  const kinds: PhotoHint['kind'][] = [...(main ? [main] : []), ...(Math.max(width, height) < LEAST_LONG_SIDE ? (['small'] as const) : [])];
  return kinds.map((kind) => ({ kind, message: SENTENCES[kind] }));
}

/** Returns the first that applies: nothing else can be judged in the dark, and a blurred photo has no edges to find. */
function mainKindOf({ content, lightest, blur, straight }: Look): PhotoHint['kind'] | null {
  if (content < LEAST_CONTENT && (lightest >= DARKEST_LIGHT || content < LEAST_CONTENT / 2)) return 'empty';
  if (lightest < DARKEST_LIGHT) return 'dark';
  if (blur > MOST_BLUR) return 'blurred';
  return straight < LEAST_STRAIGHT ? 'no_phone' : null;
}
