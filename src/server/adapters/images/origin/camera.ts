import type { CameraData } from '#contract/shared/camera-data.ts';
import { hours } from '#contract/shared/durations.ts';
import { toIso } from '#contract/shared/moments.ts';

/** Whose cameras and phones sign their photos with a name that the shop repeats; a seller could write anything else there. */
// biome-ignore format: one line per name would be 39 lines.
const MAKERS = [
  'Apple', 'ASUS', 'BlackBerry', 'Canon', 'Fairphone', 'FUJIFILM', 'Google', 'HMD Global', 'HONOR', 'HTC', 'HUAWEI', 'Infinix', 'Kodak', 'Leica', 'LG', 'Lenovo',
  'Meizu', 'Microsoft', 'Motorola', 'Nikon', 'Nokia', 'Nothing', 'Olympus', 'OnePlus', 'OPPO', 'Panasonic', 'Pentax', 'POCO', 'realme', 'Redmi', 'Ricoh', 'Samsung',
  'Sharp', 'Sony', 'TCL', 'TECNO', 'vivo', 'Xiaomi', 'ZTE',
];
const MAKER_OF = new Map(MAKERS.map((name) => [name.toLowerCase(), name]));

/** Models have at most five digits in all: a phone number doesn't fit. */
const MODEL = /^[A-Za-z0-9][A-Za-z0-9 ()+./-]{0,31}$/u;
const MAX_DIGITS = 5;

/** Programs that draw, retouch or generate; a camera's own software has a version or a build number. */
const EDITORS =
  /adobe|photoshop|lightroom|gimp|snapseed|picsart|canva|pixelmator|affinity|paint|inkscape|krita|darktable|capture one|luminar|facetune|vsco|meitu|faceapp|remini|midjourney|dall|diffusion|comfyui|firefly|imagen|gemini|imagemagick|photopea|fotor|polarr|screenshot|screen capture/iu;

/** What cameras can do; a scan or a screenshot has none of these. */
const LIMITS = { exposure: [1e-6, 120], aperture: [0.5, 64], iso: [3, 1_000_000] } as const;

const EARLIEST_YEAR = 2000;
/** Cameras write local time without its zone; the first zone is this far ahead. */
const AHEAD_MS = hours(14);
const TAKEN_AT = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}):(\d{2}):(\d{2})$/u;

/** When a photo was taken, `2026-05-03`, and with what, where the shop repeats its name. */
export type Shot = { takenOn: string; camera: string | null };

/**
 * What camera data says of a photo; null unless all of it is there and plausible: maker, model, a date that isn't in the future, an exposure, and no
 * program that edits. `now`: epoch ms.
 */
export function shotOf(data: CameraData | null, now: number): Shot | null {
  if (!data || data.make === '' || data.model === '' || EDITORS.test(data.software)) return null;
  const isExposed = (['exposure', 'aperture', 'iso'] as const).every((key) => isWithin(data[key], LIMITS[key]));
  const takenOn = dayOf(data.takenAt, now);
  return isExposed && takenOn !== null ? { takenOn, camera: cameraOf(data) } : null;
}

const isWithin = (value: number | null, [least, most]: readonly [number, number]): boolean => value !== null && value >= least && value <= most;

function dayOf(takenAt: string, now: number): string | null {
  const [, ...parts] = TAKEN_AT.exec(takenAt) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  if (year < EARLIEST_YEAR) return null;
  const at = Date.UTC(year, month - 1, day, hour, minute, second);
  const read = toIso(at).slice(0, 19);
  const isReal = read === `${takenAt.slice(0, 10).replaceAll(':', '-')}T${takenAt.slice(11)}`;
  return isReal && at <= now + AHEAD_MS ? read.slice(0, 10) : null;
}

/** The camera's name: `Apple iPhone 15`, `Canon EOS R6`. Null if the maker isn't known; the maker alone if the model is an unusual text. */
function cameraOf({ make, model }: Pick<CameraData, 'make' | 'model'>): string | null {
  const given = make.toLowerCase();
  const maker = MAKER_OF.get(given) ?? MAKER_OF.get(given.split(' ')[0] ?? '');
  if (maker === undefined) return null;
  const isPlain = MODEL.test(model) && model.replaceAll(/\D/gu, '').length <= MAX_DIGITS;
  if (!isPlain) return maker;
  return model.toLowerCase().startsWith(maker.toLowerCase()) ? `${maker}${model.slice(maker.length)}` : `${maker} ${model}`;
}
