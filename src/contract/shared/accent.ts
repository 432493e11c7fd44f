type Theme = 'light' | 'dark';

/** An accent color in one theme, as the style sheet's variables of the same names. */
export type AccentTokens = { accent: string; accentStrong: string; accentSoft: string; onAccent: string };

/** The style sheet's colors that an accent appears on or next to. A test keeps them in sync. */
export const GROUNDS_OF_ACCENT = {
  light: { ground: '#f8f6f2', surface: '#ffffff', sunken: '#efebe4', ink: '#1d1b18', muted: '#5d574e' },
  dark: { ground: '#161513', surface: '#201e1b', sunken: '#2a2824', ink: '#f3efe8', muted: '#b3aca0' },
} as const satisfies Record<Theme, Record<string, string>>;

/** The default accent of the light theme. */
export const DEFAULT_ACCENT = '#2b44c7';

/** WCAG 2.2, 1.4.3, for text of any size. */
export const MIN_CONTRAST = 4.5;

type Rgb = [red: number, green: number, blue: number];

const STEPS = 50;

/** A note on how a chosen color is shown; null when the light theme shows it unchanged. */
export function noteOfAccent(accent: string): string | null {
  const shown = paletteOf(accent).light.accent;
  return shown === accent ? null : `Text in ${accent} would be hard to read, so the shop shows it as ${shown}.`;
}

/** An accent color (`#rrggbb`) in both themes: the nearest colors that are readable wherever the shop uses its accent. */
export const paletteOf = (accent: string): Record<Theme, AccentTokens> => ({ light: tokensFor('light', accent), dark: tokensFor('dark', accent) });

/** Text in the accent color must be readable on every background, and the page's own text on the softest form of the accent. */
function tokensFor(theme: Theme, color: string): AccentTokens {
  const { ground, surface, sunken, ink, muted } = GROUNDS_OF_ACCENT[theme];
  const isDay = theme === 'light';
  const away = isDay ? '#000000' : '#ffffff';
  const canBear = (soft: string): boolean => [muted, ink].every((text) => contrastOf(text, soft) >= MIN_CONTRAST);
  const softOf = (accent: string): string => nearest(mix(surface, accent, isDay ? 0.12 : 0.24), surface, canBear);
  const onAccent = isDay ? '#ffffff' : mix(color, '#000000', 0.85);
  const isReadable = (accent: string): boolean =>
    [ground, surface, sunken, softOf(accent), onAccent].every((behind) => contrastOf(accent, behind) >= MIN_CONTRAST);
  const accent = nearest(color, away, isReadable);
  return { accent, accentStrong: mix(accent, away, 0.25), accentSoft: softOf(accent), onAccent };
}

/** The contrast ratio of two colors (`#rrggbb`), from 1 to 21, as WCAG 2.2 defines it. */
export function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = toRgb(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toRgb(color: string): Rgb {
  const channel = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

/** The first good color on the way from `color` to `to`; `to` itself if there is none. */
function nearest(color: string, to: string, isGood: (candidate: string) => boolean): string {
  for (let step = 0; step < STEPS; step++) {
    const candidate = mix(color, to, step / STEPS);
    if (isGood(candidate)) return candidate;
  }
  return to;
}

/** Mixes two colors; `share` (0 to 1) is the part of `to`. */
function mix(from: string, to: string, share: number): string {
  const [there, here] = [toRgb(to), toRgb(from)];
  const between = (at: 0 | 1 | 2): number => here[at] + (there[at] - here[at]) * share;
  return toHex([between(0), between(1), between(2)]);
}

const toHex = (rgb: Rgb): string => `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** The CSS that overrides the style sheet's accent; paper is always light. Only for a validated color, since it is written into CSS. */
export function styleOfAccent(color: string): string {
  const { light, dark } = paletteOf(color);
  return `:root,[data-theme="light"]{${declare(light)}}\n@media screen{[data-theme="dark"]{${declare(dark)}}}\n@media screen and (prefers-color-scheme: dark){:root:not([data-theme="light"]){${declare(dark)}}}\n`;
}

function declare({ accent, accentStrong, accentSoft, onAccent }: AccentTokens): string {
  return `--accent:${accent};--accent-strong:${accentStrong};--accent-soft:${accentSoft};--on-accent:${onAccent}`;
}
