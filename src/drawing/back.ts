import { type Drawing, disc, drawFrame, roundedRect } from './body.ts';
import { darker, lighter, linear, mix, radial } from './color.ts';
import type { Chance, PhoneFacts } from './phone.ts';

const SHEEN: Record<PhoneFacts['look']['finish'], number> = { glass: 0.42, satin: 0.26, matte: 0.13 };

/** The side with the cameras. */
export function drawBack(phone: PhoneFacts, id: string, chance: Chance): Drawing {
  const { look } = phone;
  const frame = drawFrame(phone, id, 'left');
  const panel = drawPanel(phone, id, chance);
  const island = drawIsland(phone, id);
  const flash = look.flash
    ? `${disc(look.flash[0], look.flash[1], 1.9, 'fill="#f7f0da" stroke="#8d8a80" stroke-width=".25"')}${disc(look.flash[0], look.flash[1], 1, 'fill="#fffbe9"')}`
    : '';
  const reader = look.reader
    ? disc(...look.reader, `fill="#000" fill-opacity=".12" stroke="${lighter(look.back, 0.4)}" stroke-opacity=".6" stroke-width=".35"`)
    : '';
  const lenses = look.lenses.map(([x, y, radius]) => drawLens(id, x, y, radius)).join('');
  return {
    defs: `${frame.defs}${panel.defs}${island.defs}`,
    shapes: `${frame.shapes}${panel.shapes}${look.glyphs ? drawGlyphs(phone) : ''}${reader}<g clip-path="url(#${id}-panel)">${island.shapes}</g>${lenses}${flash}`,
  };
}

function drawPanel({ size: [height, width], look }: PhoneFacts, id: string, chance: Chance): Drawing {
  const sheen = SHEEN[look.finish];
  // A glass or satin back reflects a little of the sky's color along its edges.
  const turned =
    look.finish === 'matte'
      ? darker(look.back, 0.1)
      : mix(look.back, chance.oneOf(['#7a5fd0', '#2f8fc4', '#d98a6a', '#101828']), look.finish === 'satin' ? 0.3 : 0.16);
  const panel = (more: string) => roundedRect(0.6, 0.6, width - 1.2, height - 1.2, look.corner - 0.5, more);
  const start = chance.between(0.15, 0.75);
  const band = `<path clip-path="url(#${id}-panel)" d="M${width * start} 0h${width * 0.6}L${width * (start - 0.1)} ${height}h${-width * 0.75}Z" fill="url(#${id}-band)"/>`;
  return {
    defs: [
      `<clipPath id="${id}-panel">${panel('')}</clipPath>`,
      linear(
        `${id}-back`,
        [0.1, 0, 0.9, 1],
        [
          [0, lighter(look.back, 0.2)],
          [0.4, look.back],
          [1, darker(turned, 0.2)],
        ],
      ),
      linear(
        `${id}-band`,
        [0, 0.1, 1, 0.3],
        [
          [0, '#ffffff', 0],
          [0.4, '#ffffff', sheen * 0.75],
          [0.62, '#ffffff', sheen * 0.55],
          [0.8, '#ffffff', sheen * 0.12],
          [1, '#ffffff', 0],
        ],
      ),
      radial(
        `${id}-shine`,
        [0.25, 0.12, 0.6],
        [
          [0, '#ffffff', sheen * 0.9],
          [1, '#ffffff', 0],
        ],
      ),
      linear(
        `${id}-rim`,
        [0, 0, 1, 1],
        [
          [0, '#f2f3f5'],
          [0.35, '#7d8087'],
          [0.6, '#c9ccd1'],
          [1, '#3c3e43'],
        ],
      ),
      radial(
        `${id}-glass`,
        [0.4, 0.4, 0.65],
        [
          [0, '#4e6ea8'],
          [0.5, '#1d2b52'],
          [1, '#070912'],
        ],
      ),
    ].join(''),
    shapes: `${panel(`fill="url(#${id}-back)"`)}${panel(`fill="url(#${id}-shine)"`)}${look.finish === 'matte' ? '' : band}${panel(`fill="none" stroke="${lighter(look.back, 0.6)}" stroke-opacity=".45" stroke-width=".25"`)}`,
  };
}

function drawIsland({ look }: PhoneFacts, id: string): Drawing {
  const { island } = look;
  if (!island) return { defs: '', shapes: '' };
  const [x, y] = island.at;
  const [width, height] = island.size;
  const tone = island.tone ?? mix(look.back, '#ffffff', 0.14);
  return {
    defs: linear(
      `${id}-island`,
      [0, 0, 1, 1],
      [
        [0, lighter(tone, 0.16)],
        [0.5, tone],
        [1, darker(tone, 0.16)],
      ],
    ),
    shapes: [
      roundedRect(x - 0.1, y + 0.35, width + 0.5, height + 0.6, island.radius + 0.4, 'fill="#000" fill-opacity=".22"'),
      roundedRect(x, y, width, height, island.radius, `fill="url(#${id}-island)" stroke="${lighter(tone, 0.4)}" stroke-opacity=".65" stroke-width=".28"`),
    ].join(''),
  };
}

function drawLens(id: string, x: number, y: number, radius: number): string {
  return [
    disc(x + radius * 0.06, y + radius * 0.12, radius * 1.06, 'fill="#000" fill-opacity=".28"'),
    disc(x, y, radius, `fill="url(#${id}-rim)"`),
    disc(x, y, radius * 0.86, 'fill="#08090c"'),
    disc(x, y, radius * 0.66, 'fill="#15181f" stroke="#2b303a" stroke-width=".25"'),
    disc(x, y, radius * 0.46, `fill="url(#${id}-glass)"`),
    disc(x, y, radius * 0.2, 'fill="#020308"'),
    `<ellipse cx="${x - radius * 0.22}" cy="${y - radius * 0.26}" rx="${radius * 0.2}" ry="${radius * 0.12}" fill="#dfe9ff" fill-opacity=".75" transform="rotate(-38 ${x - radius * 0.22} ${y - radius * 0.26})"/>`,
    disc(x + radius * 0.22, y + radius * 0.26, radius * 0.07, 'fill="#b9a7ff" fill-opacity=".7"'),
  ].join('');
}

/** Light strips under a clear back, with the coil and the seams that show through. */
function drawGlyphs({ size: [height, width], look }: PhoneFacts): string {
  const seam = `fill="none" stroke="${darker(look.back, 0.14)}" stroke-width=".5"`;
  const light = 'fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round"';
  const middle = height * 0.47;
  return [
    disc(width / 2, middle, 22, seam),
    disc(width / 2, middle, 19, `fill="${darker(look.back, 0.05)}"`),
    roundedRect(9, height * 0.74, width - 18, height * 0.19, 4, seam),
    `<path d="M${width / 2 - 21} ${middle - 9}a23 23 0 0 1 42 0M${width / 2 + 21} ${middle + 10}a23 23 0 0 1-42 0" ${light}/>`,
    `<path d="M${width / 2} ${height * 0.78}v16M${width * 0.68} 10l9 12" ${light}/>`,
  ].join('');
}
