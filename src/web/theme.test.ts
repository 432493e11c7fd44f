import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { styleOfAccent } from '#contract/shared/accent.ts';
import { GROUNDS } from './theme.ts';

type Tokens = Record<string, string>;

const css = readFileSync(new URL('./styles.css', import.meta.url), 'utf8');

/** Returns the colors that a block of the style sheet sets, by name. */
function tokensOf(selector: string): Tokens {
  const block = css.slice(css.indexOf(selector)).match(/\{([^}]*)\}/u)?.[1] ?? '';
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/gu)].map(([, name = '', color = '']) => [name, color]));
}

const day = tokensOf(':root,');
const chosenNight = tokensOf('[data-theme="dark"] {');
const night: Tokens = { ...day, ...chosenNight };

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const share = Number.parseInt(color.slice(place, place + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const TEXT: [string, string][] = [
  ...['ink', 'muted', 'accent', 'accent-strong', 'good', 'warning', 'danger'].flatMap((text): [string, string][] =>
    ['ground', 'surface', 'sunken'].map((ground) => [text, ground]),
  ),
  ['accent', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['good', 'good-soft'],
  ['warning', 'warning-soft'],
  ['danger', 'danger-soft'],
  ['on-danger', 'danger'],
];

const EDGES: [string, string][] = ['ground', 'surface'].map((ground) => ['line-strong', ground]);

describe.each([
  ['day', day],
  ['night', night],
])('Contrast by %s', (_name, tokens) => {
  test.each(TEXT)('The text color %s is readable on %s', (text, ground) => {
    expect(contrast(tokens[text] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  test.each(EDGES)('The border color %s is visible on %s', (edge, ground) => {
    expect(contrast(tokens[edge] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(3);
  });
});

test('The dark theme is the same whether chosen or the system’s', () => {
  expect(Object.keys(chosenNight).length).toBeGreaterThan(15);
  expect(tokensOf(':root:not([data-theme="light"])')).toEqual(chosenNight);
});

test('Paper has the light theme’s colors, whichever is on the screen', () => {
  for (const block of ['[data-theme="dark"] {', ':root:not([data-theme="light"]) {'])
    for (const sheet of [css, styleOfAccent('#0a6b4f').replaceAll('{', ' {')])
      expect(sheet.slice(0, sheet.indexOf(block)).trimEnd()).toMatch(/@media screen(?: and \(prefers-color-scheme: dark\))? \{$/u);
});

test('The browser’s own bar has the page’s background color', () => {
  expect(GROUNDS).toEqual({ light: day.ground, dark: night.ground });
});
