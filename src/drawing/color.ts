type Channels = [red: number, green: number, blue: number];

type Stop = [offset: number, color: string, opacity?: number];

export const lighter = (color: string, amount: number): string => mix(color, '#ffffff', amount);

/** `amount` of 0 is the first color, 1 the second; both as `#rrggbb`. */
export function mix(one: string, other: string, amount: number): string {
  const to = channelsOf(other);
  const mixed = channelsOf(one).map((value, at) => Math.round(value + ((to[at] ?? value) - value) * amount));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const channelsOf = (color: string): Channels => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Channels;

export const darker = (color: string, amount: number): string => mix(color, '#000000', amount);

/** How light a color appears, 0 to 1. */
export function lightness(color: string): number {
  const [red, green, blue] = channelsOf(color);
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}

/** A gradient along a line in the unit square. */
export function linear(id: string, [x1, y1, x2, y2]: [number, number, number, number], stops: Stop[]): string {
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`;
}

function stopsOf(stops: Stop[]): string {
  return stops.map(([offset, color, opacity = 1]) => `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`).join('');
}

/** A gradient from a point outwards in the unit square. */
export function radial(id: string, [cx, cy, r]: [number, number, number], stops: Stop[]): string {
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stopsOf(stops)}</radialGradient>`;
}
