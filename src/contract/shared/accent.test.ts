import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrastOf, DEFAULT_ACCENT, GROUNDS_OF_ACCENT, MIN_CONTRAST, noteOfAccent, paletteOf, styleOfAccent } from './accent.ts';

const css = readFileSync(new URL('../../web/styles.css', import.meta.url), 'utf8');

function tokenOf(selector: string, name: string): string | undefined {
  return new RegExp(`--${name}: (#[0-9a-f]{6});`, 'u').exec(css.slice(css.indexOf(selector)).split('}')[0] ?? '')?.[1];
}

const THEMES = [
  ['light', ':root,'],
  ['dark', '[data-theme="dark"] {'],
] as const;

/** Every sixth of each channel, and values at the edges. */
const COLORS = [0, 43, 85, 128, 170, 213, 255].flatMap((red, _, channel) =>
  channel.flatMap((green) => channel.map((blue) => `#${[red, green, blue].map((one) => one.toString(16).padStart(2, '0')).join('')}`)),
);

describe('Accents', () => {
  it.each(THEMES)('Accent contrast is checked against the backgrounds of the %s style sheet', (theme, selector) => {
    for (const [name, color] of Object.entries(GROUNDS_OF_ACCENT[theme])) expect([name, tokenOf(selector, name)]).toEqual([name, color]);
    expect(tokenOf(':root,', 'accent')).toBe(DEFAULT_ACCENT);
  });

  it.each(THEMES)('An accent of any color is readable on every background, %s', (theme) => {
    const { ground, surface, sunken, ink, muted } = GROUNDS_OF_ACCENT[theme];
    const faint = COLORS.flatMap((color) => {
      const { accent, accentStrong, accentSoft, onAccent } = paletteOf(color)[theme];
      const pairs = [ground, surface, sunken].flatMap((behind) => [
        [accent, behind],
        [accentStrong, behind],
      ]);
      pairs.push([accent, accentSoft], [ink, accentSoft], [muted, accentSoft], [onAccent, accent], [onAccent, accentStrong]);
      return pairs.filter(([one = '', other = '']) => contrastOf(one, other) < MIN_CONTRAST).map((pair) => [color, ...pair]);
    });
    expect(COLORS).toHaveLength(343);
    expect(faint).toEqual([]);
  });

  it('A readable accent is unchanged; any other is shown darker, with a note', () => {
    expect(paletteOf('#2b44c7').light.accent).toBe('#2b44c7');
    expect(noteOfAccent('#0a6b4f')).toBeNull();
    expect(noteOfAccent('#ffe000')).toBe(`Text in #ffe000 would be hard to read, so the shop shows it as ${paletteOf('#ffe000').light.accent}.`);
  });

  it('Computes contrast as WCAG does, and writes accents for light, dark and system themes', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    const style = styleOfAccent('#0a6b4f');
    expect(style.match(/--accent:#[0-9a-f]{6};/gu)).toHaveLength(3);
    expect(style).toContain(':root,[data-theme="light"]{--accent:#0a6b4f;');
  });
});
