import { roundedRect } from '#drawing/body.ts';
import { darker, lighter, lightness, linear, mix, radial } from '#drawing/color.ts';
import type { Chance, PhoneFacts } from '#drawing/phone.ts';
import { type Arrangement, CANVAS, transformOf } from './pose.ts';

/** Backgrounds and shadows are soft: drawn much smaller, they cost next to nothing. */
const GROUND_SIZE = 200;

const PAPERS: readonly [string, ...string[]] = [
  '#e6dccd',
  '#d8dde0',
  '#c9d2c4',
  '#d9c3b4',
  '#b9c6d2',
  '#efe9df',
  '#cfc7d6',
  '#e3cfc6',
  '#a9b5ac',
  '#8f9aa6',
  '#6f7a74',
  '#4b5258',
  '#3a4450',
  '#5a4a44',
];
const WOODS: readonly [string, ...string[]] = ['#b98a5e', '#8a5f3f', '#d2ab7f', '#6b4a36'];

/** Draws the surface that the phones lie or stand on, with the room's light and the shadows. */
export function drawGround(phone: PhoneFacts, arrangement: Arrangement, chance: Chance): string {
  const surface = arrangement.standing ? drawTable(chooseColor(PAPERS, phone, chance), chance) : drawSurface(phone, chance);
  const lamp = radial(
    'lamp',
    [chance.between(0.1, 0.4), chance.between(0, 0.25), 0.95],
    [
      [0, '#ffffff', 0.38],
      [0.5, '#ffffff', 0],
      [1, '#000000', 0.26],
    ],
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${GROUND_SIZE}" height="${GROUND_SIZE}" viewBox="0 0 ${CANVAS} ${CANVAS}"><defs>${surface.defs}${lamp}${blur('wide', 34)}${blur('near', 9)}${blur('soft', 22)}</defs>${surface.shapes}<rect width="${CANVAS}" height="${CANVAS}" fill="url(#lamp)"/>${drawLight(chance)}${drawShadows(phone, arrangement)}</svg>`;
}

function drawTable(color: string, chance: Chance): { defs: string; shapes: string } {
  const horizon = chance.between(800, 900);
  const table = mix(color, chance.oneOf(['#7a5a42', '#ffffff', '#2b2f36', '#b79a7c']), 0.4);
  return {
    defs:
      linear(
        'wall',
        [0, 0, 0.4, 1],
        [
          [0, lighter(color, 0.25)],
          [1, darker(color, 0.12)],
        ],
      ) +
      // The far edge is out of focus; a blur would also fray the table at the picture's own edges.
      linear(
        'table',
        [0, 0, 0, 1],
        [
          [0, darker(table, 0.16), 0],
          [0.06, darker(table, 0.14)],
          [1, lighter(table, 0.18)],
        ],
      ),
    shapes: `<rect width="${CANVAS}" height="${CANVAS}" fill="url(#wall)"/><rect y="${horizon}" width="${CANVAS}" height="${CANVAS - horizon}" fill="url(#table)"/>`,
  };
}

/** Picks a background color that this phone stands out against. */
function chooseColor(colors: readonly [string, ...string[]], phone: PhoneFacts, chance: Chance): string {
  const apart = (color: string) => Math.abs(lightness(color) - lightness(phone.look.back));
  const tries = Array.from({ length: 4 }, () => chance.oneOf(colors));
  return tries.find((color) => apart(color) > 0.2) ?? tries.sort((one, other) => apart(other) - apart(one))[0] ?? colors[0];
}

function drawSurface(phone: PhoneFacts, chance: Chance): { defs: string; shapes: string } {
  const kind = chance.oneOf(['paper', 'paper', 'paper', 'wood', 'stone'] as const);
  const color = chooseColor(kind === 'wood' ? WOODS : PAPERS, phone, chance);
  const grain = kind === 'wood' ? board(color, chance) : kind === 'stone' ? stone(color, chance) : '';
  return {
    defs: linear(
      'paper',
      [0, 0, 1, 1],
      [
        [0, lighter(color, 0.22)],
        [0.5, color],
        [1, darker(color, 0.16)],
      ],
    ),
    shapes: `<rect width="${CANVAS}" height="${CANVAS}" fill="url(#paper)"/><g transform="rotate(${chance.between(-14, 14)} 640 640) scale(1.25) translate(-128 -128)">${grain}</g>`,
  };
}

function board(color: string, chance: Chance): string {
  const lines = Array.from({ length: 70 }, () => {
    const y = chance.between(0, CANVAS);
    const bend = chance.between(-26, 26);
    const tone = chance.between(0, 1) < 0.6 ? darker(color, 0.35) : lighter(color, 0.3);
    return `<path d="M0 ${y}C400 ${y + bend} 860 ${y - bend} ${CANVAS} ${y + bend / 3}" fill="none" stroke="${tone}" stroke-opacity="${chance.between(0.08, 0.3)}" stroke-width="${chance.between(3, 16)}"/>`;
  });
  const seam = chance.between(250, 1000);
  return `${lines.join('')}<path d="M0 ${seam}H${CANVAS}" stroke="#000" stroke-opacity=".35" stroke-width="6"/>`;
}

function stone(color: string, chance: Chance): string {
  return Array.from({ length: 9 }, () => {
    const y = chance.between(-200, CANVAS);
    const bend = chance.between(-160, 160);
    const vein = `M-40 ${y}q220 ${bend} 460 ${bend / 3 + 60}t520 ${chance.between(20, 220)}t480 ${chance.between(-60, 160)}`;
    return `<path d="${vein}" fill="none" stroke="${darker(color, 0.4)}" stroke-opacity="${chance.between(0.06, 0.2)}" stroke-width="${chance.between(4, 18)}"/>`;
  }).join('');
}

function blur(id: string, pixels: number): string {
  return `<filter id="${id}" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="${pixels}"/></filter>`;
}

/** Draws sunlight through a window, or leaves in front of it; both out of focus. */
function drawLight(chance: Chance): string {
  const kind = chance.oneOf(['window', 'leaves', 'plain', 'plain'] as const);
  if (kind === 'plain') return '';
  if (kind === 'window') {
    const x = chance.between(-200, 500);
    const pane = (left: number, top: number) => `<path d="M${x + left} ${top}h230l-170 420h-230z"/>`;
    return `<g fill="#fff6e2" fill-opacity=".34" filter="url(#soft)">${pane(300, 40)}${pane(570, 40)}${pane(110, 500)}${pane(380, 500)}</g>`;
  }
  const leaves = Array.from({ length: 12 }, (_, at) => {
    const x = 1360 - at * 58 + chance.between(-20, 20);
    const y = at * at * 4.2 - 20 + chance.between(-20, 20);
    const length = 230 - at * 10;
    const angle = (at % 2 ? 74 : 200) + chance.between(-16, 16);
    return `<path d="M0 0Q${length * 0.4} ${-length * 0.24} ${length} 0Q${length * 0.4} ${length * 0.24} 0 0Z" transform="translate(${x} ${y}) rotate(${angle})"/>`;
  });
  return `<g fill="#0c120d" fill-opacity=".17" filter="url(#soft)">${leaves.join('')}</g>`;
}

/** Draws a wide soft shadow away from the light, and a narrow dark one where the phone touches the surface. */
function drawShadows(phone: PhoneFacts, { standing, poses }: Arrangement): string {
  const [height, width] = phone.size;
  const shape = (more: string) => roundedRect(0, 0, width, height, phone.look.corner, more);
  const shadows = poses.map((pose) => {
    const [dx, dy] = pose.edge;
    if (standing) {
      const half = (pose.height / height) * width * 0.5;
      const floor = pose.at[1] + pose.height / 2;
      return `<ellipse cx="${pose.at[0] + 70}" cy="${floor + 12}" rx="${half * 1.35}" ry="52" fill="#000" fill-opacity=".3" filter="url(#wide)"/><ellipse cx="${pose.at[0] + 8}" cy="${floor + 2}" rx="${half * 1.02}" ry="15" fill="#000" fill-opacity=".6" filter="url(#near)"/>`;
    }
    const cast = transformOf(phone, pose, [dx + 26 + pose.lift, dy + 38 + pose.lift]);
    const contact = transformOf(phone, pose, [dx + 7, dy + 11]);
    return `<g filter="url(#wide)"><g transform="${cast}">${shape('fill="#000" fill-opacity=".38"')}</g></g><g filter="url(#near)"><g transform="${contact}">${shape('fill="#000" fill-opacity=".5"')}</g></g>`;
  });
  return shadows.join('');
}
