/** Words for colors, as manufacturers and sellers use them. A longer word takes precedence over a shorter one within it. */
const NAMES: Record<string, string> = {
  black: '#26282c',
  midnight: '#232a35',
  graphite: '#4a4c50',
  onyx: '#2b2c2f',
  obsidian: '#303236',
  charcoal: '#3d3f43',
  gray: '#7a7d82',
  grey: '#7a7d82',
  titanium: '#8f8b85',
  silver: '#d4d6d8',
  white: '#f1f0ec',
  milk: '#e6e4de',
  starlight: '#f2ece0',
  snow: '#f3f4f5',
  porcelain: '#f0ece2',
  cream: '#f0e6d2',
  beige: '#dccbb0',
  sand: '#d6c3a1',
  gold: '#e2c79b',
  bronze: '#a9835a',
  copper: '#b87555',
  brown: '#6d4e3d',
  rose: '#e6bfb6',
  pink: '#eeb9c4',
  peony: '#e98fa6',
  coral: '#f0816a',
  red: '#b3262e',
  burgundy: '#5e1f2e',
  orange: '#e8823a',
  amber: '#d98a35',
  sunset: '#e39a72',
  peach: '#f3c2a2',
  yellow: '#f2d25c',
  lime: '#c4da6b',
  green: '#5e8d6b',
  mint: '#bfe0cd',
  sage: '#a3b39a',
  olive: '#6f7350',
  emerald: '#1f6f54',
  teal: '#2d7d80',
  cyan: '#58b5c4',
  turquoise: '#55b9b0',
  blue: '#45689d',
  navy: '#24345c',
  sky: '#a9cbe6',
  sea: '#a9c7e2',
  bay: '#b4d3e8',
  ocean: '#5f8fb4',
  crystal: '#a8d8e6',
  polar: '#2b5f86',
  twilight: '#5b63a8',
  periwinkle: '#6b67ac',
  peri: '#6b67ac',
  ultramarine: '#5a6fd0',
  indigo: '#41427e',
  purple: '#8a78b0',
  lavender: '#c9bfe2',
  lilac: '#cdbbe0',
  violet: '#7d63a8',
  mauve: '#a78a9c',
};

const WORDS = Object.keys(NAMES).sort((one, other) => other.length - one.length);

/**
 * The color meant by a name such as `Phantom Gray`, as `#rrggbb`; null when it contains no known color. The last word counts most: `Rose Gold` is
 * gold.
 */
export function colorNamed(name: string): string | null {
  const spoken = name
    .toLowerCase()
    .slice(0, 100)
    .split(/[^\p{L}]+/u);
  for (const word of spoken.toReversed()) {
    const known = WORDS.find((one) => word === one) ?? WORDS.find((one) => one.length > 3 && word.includes(one));
    if (known) return NAMES[known] ?? null;
  }
  return null;
}
