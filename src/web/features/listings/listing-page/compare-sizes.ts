/** A familiar object, in millimeters. */
export type Thing = { name: string; height: number; width: number; corner: number };

export const THINGS: readonly Thing[] = [
  { name: 'a bank card', height: 85.6, width: 53.98, corner: 3.2 },
  { name: 'an iPhone SE (2020)', height: 138.4, width: 67.3, corner: 9 },
  { name: 'an iPhone 13', height: 146.7, width: 71.5, corner: 10 },
  { name: 'an iPhone 15 Pro Max', height: 159.9, width: 76.7, corner: 11 },
  { name: 'a Galaxy S21', height: 151.7, width: 71.2, corner: 9 },
  { name: 'a Galaxy S22 Ultra', height: 163.3, width: 77.9, corner: 4 },
  { name: 'a Pixel 7', height: 155.6, width: 73.2, corner: 9 },
];

/** Returns a sentence like `7 mm taller and 2 mm narrower than a Galaxy S21.` */
export function compareSizes(phone: { height: number; width: number }, thing: Thing): string {
  const parts = [differ(phone.height - thing.height, 'taller', 'shorter'), differ(phone.width - thing.width, 'wider', 'narrower')].filter(
    (part) => part !== null,
  );
  return parts.length === 0 ? `The same size as ${thing.name}.` : `${parts.join(' and ')} than ${thing.name}.`;
}

function differ(millimeters: number, more: string, less: string): string | null {
  const rounded = Math.round(Math.abs(millimeters));
  return rounded === 0 ? null : `${rounded} mm ${millimeters > 0 ? more : less}`;
}
