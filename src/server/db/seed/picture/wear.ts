import { frameColor, roundedRect } from '#drawing/body.ts';
import { darker, lighter, lightness } from '#drawing/color.ts';
import type { Chance, PhoneFacts } from '#drawing/phone.ts';
import type { DemoListing } from '../demo-listing.ts';

type Worn = PhoneFacts & Pick<DemoListing, 'answers' | 'worn_at'>;
/** Where scratches may be, in millimeters from the top left corner. */
type Area = { left: number; top: number; right: number; bottom: number };
type Stroke = { color: string; opacity: number; width: number };

/** Above this lightness, wear shows dark. */
const LIGHT = 0.62;

/** How many scratches and frame scuffs a face has, and how visible the scratches are. */
const SCREEN_WEAR: Record<string, { scratches: number; opacity: number }> = {
  light: { scratches: 5, opacity: 0.5 },
  scratched: { scratches: 16, opacity: 0.85 },
};
const BODY_WEAR: Record<string, { scratches: number; scuffs: number }> = {
  light: { scratches: 4, scuffs: 2 },
  worn: { scratches: 10, scuffs: 7 },
  damaged: { scratches: 6, scuffs: 4 },
};

/** Draws the wear that its seller describes onto one side of a phone, over the `id` of that side's drawing; nothing where they describe none. */
export function drawWear(phone: Worn, { side, id }: { side: 'front' | 'back'; id: string }, chance: Chance): string {
  const scuffs = phone.worn_at.includes('frame') ? drawScuffs(phone, chance) : '';
  return scuffs + (side === 'front' ? drawScreenWear(phone, id, chance) : drawBackWear(phone, id, chance));
}

/** Bare spots along the frame: strokes of different widths that begin and end a little apart. */
function drawScuffs({ size: [height, width], look, answers }: Worn, chance: Chance): string {
  const scuffs = BODY_WEAR[answers.body]?.scuffs ?? 0;
  if (scuffs === 0) return '';
  const around = 2 * (height + width);
  const spots = Array.from({ length: scuffs }, () => {
    const length = chance.between(1.5, answers.body === 'light' ? 4 : 6);
    return { length, gap: (around / scuffs) * chance.between(0.7, 1.3) - length };
  });
  const frame = frameColor({ look });
  const color = lightness(frame) > LIGHT ? darker(frame, 0.5) : lighter(frame, 0.6);
  return [0.95, 0.6, 0.3]
    .map((stroke, nth) => {
      const dashes = spots.map(({ length, gap }) => {
        const shorter = length * chance.between(0.1, 0.3) * nth;
        return `${length - shorter} ${gap + shorter}`;
      });
      const more = `fill="none" stroke="${color}" stroke-opacity=".42" stroke-width="${stroke}" stroke-linecap="round" stroke-dasharray="${dashes.join(' ')}" stroke-dashoffset="${-0.4 * nth}"`;
      return roundedRect(0.4, 0.4, width - 0.8, height - 0.8, look.corner - 0.4, more);
    })
    .join('');
}

function drawScreenWear({ size: [height, width], answers }: Worn, id: string, chance: Chance): string {
  const wear = SCREEN_WEAR[answers.screen];
  if (!wear) return '';
  const area = { left: 5, top: 14, right: width - 5, bottom: height - 12 };
  const scratches = drawScratches(area, { ...wear, stroke: { color: '#ffffff', opacity: wear.opacity, width: 0.24 } }, chance);
  return `<g clip-path="url(#${id}-glass)">${scratches}</g>`;
}

function drawBackWear({ size: [height, width], look, answers, worn_at }: Worn, id: string, chance: Chance): string {
  const wear = BODY_WEAR[answers.body];
  if (!wear || !worn_at.includes('back')) return '';
  const stroke = strokeOn(look.back, 0.55);
  // Below the cameras, which would hide them.
  const area = { left: 5, top: Math.max(...look.lenses.map(([, y, radius]) => y + radius)) + 8, right: width - 5, bottom: height - 8 };
  const scratches = drawScratches(area, { scratches: wear.scratches, stroke }, chance);
  const crack = answers.body === 'damaged' ? drawCrack([width * 0.62, height], chance) : '';
  return `<g clip-path="url(#${id}-panel)">${scratches}${crack}</g>`;
}

/** A scratch shows lighter than a dark surface and darker than a light one. */
function strokeOn(color: string, opacity: number): Stroke {
  return lightness(color) > LIGHT ? { color: '#4d4740', opacity: opacity * 0.75, width: 0.22 } : { color: '#ffffff', opacity, width: 0.22 };
}

/** Fine, slightly bent lines, most of them in one direction, as pockets and keys leave them. */
function drawScratches({ left, top, right, bottom }: Area, { scratches, stroke }: { scratches: number; stroke: Stroke }, chance: Chance): string {
  const { color, opacity, width } = stroke;
  const main = chance.between(-1.1, -0.5);
  return Array.from({ length: scratches }, (_, nth) => {
    const [x, y] = [chance.between(left, right - 6), chance.between(top, bottom - 6)];
    const length = nth % 3 === 0 ? chance.between(12, 24) : chance.between(3, 9);
    const angle = main + chance.between(-0.5, 0.5) + (nth % 4 === 3 ? 1.4 : 0);
    const [dx, dy] = [Math.cos(angle) * length, Math.sin(angle) * length];
    const bend = chance.between(-1.2, 1.2);
    const line = `M${x} ${y}q${dx / 2 + bend} ${dy / 2 - bend} ${dx} ${dy}`;
    const seen = opacity * chance.between(0.55, 1);
    return `<path d="${line}" fill="none" stroke="${color}" stroke-opacity="${seen}" stroke-width="${width}" stroke-linecap="round"/><path d="${line}" transform="translate(.2 .25)" fill="none" stroke="#000" stroke-opacity="${seen * 0.4}" stroke-width="${width * 0.8}"/>`;
  }).join('');
}

/** A crack from the lower edge upwards that forks twice. */
function drawCrack([x, y]: [number, number], chance: Chance): string {
  const run = (from: [number, number], angle: number, steps: number): { line: string; points: [number, number][] } => {
    const points = [from];
    let [atX, atY] = from;
    for (let step = 0; step < steps; step += 1) {
      const turn = angle + chance.between(-0.55, 0.55);
      const length = chance.between(3, 5.5);
      [atX, atY] = [atX + Math.cos(turn) * length, atY + Math.sin(turn) * length];
      points.push([atX, atY]);
    }
    return { line: `M${points.map(([px, py]) => `${px} ${py}`).join('L')}`, points };
  };
  const main = run([x, y - 0.6], -1.9, 7);
  const forks = [2, 4].map((at) => run(main.points[at] ?? [x, y], at === 2 ? -0.7 : -2.9, 3));
  const lines = [main, ...forks].map(({ line }) => line).join('');
  const path = (more: string) => `<path d="${lines}" fill="none" stroke-linejoin="round" ${more}/>`;
  return `${path('stroke="#000" stroke-opacity=".55" stroke-width=".55"')}${path('transform="translate(.3 .2)" stroke="#fff" stroke-opacity=".7" stroke-width=".28"')}`;
}
