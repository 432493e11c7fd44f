import { darker, lighter, linear, mix } from './color.ts';
import type { PhoneFacts } from './phone.ts';

/** A drawing in millimeters from the phone's top left corner; `defs` holds the elements it references. */
export type Drawing = { defs: string; shapes: string };

export const disc = (x: number, y: number, radius: number, more: string): string => `<circle cx="${x}" cy="${y}" r="${radius}" ${more}/>`;

/** The metal or plastic around both faces, with its keys on the given side. */
export function drawFrame(phone: PhoneFacts, id: string, keysAt: 'left' | 'right'): Drawing {
  const [height, width] = phone.size;
  const color = frameColor(phone);
  const x = keysAt === 'right' ? width - 0.3 : -0.45;
  const key = (from: number, length: number) => roundedRect(x, height * from, 0.75, length, 0.35, `fill="${darker(color, 0.25)}"`);
  return {
    defs: linear(
      `${id}-frame`,
      [0, 0, 1, 0.25],
      [
        [0, darker(color, 0.35)],
        [0.03, lighter(color, 0.45)],
        [0.08, darker(color, 0.12)],
        [0.5, lighter(color, 0.12)],
        [0.93, darker(color, 0.2)],
        [0.975, lighter(color, 0.5)],
        [1, darker(color, 0.4)],
      ],
    ),
    shapes: `${key(0.22, 9)}${key(0.31, 16)}${roundedRect(0, 0, width, height, phone.look.corner, `fill="url(#${id}-frame)"`)}`,
  };
}

export const frameColor = ({ look }: Pick<PhoneFacts, 'look'>): string => look.frame ?? mix(look.back, '#8a8c90', 0.35);

export function roundedRect(x: number, y: number, width: number, height: number, radius: number, more: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${Math.min(radius, width / 2, height / 2)}" ${more}/>`;
}
