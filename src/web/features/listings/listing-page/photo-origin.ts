import type { PhotoOrigin } from '#contract/images.ts';

/**
 * What a photo's data says, as a sentence. Camera data can be changed, so it is quoted; a trusted signature is stated. `now`: epoch ms; only another
 * year is named.
 */
export function describeOrigin({ kind, takenOn, camera }: PhotoOrigin, now: number): string {
  const device = camera === null ? 'a camera' : `a camera (${camera})`;
  const day = takenOn === null ? '' : ` on ${formatDay(takenOn, now)}`;
  return kind === 'signed' ? `Taken by ${device}${day}, which signed it` : `Its data says: taken by ${device}${day}`;
}

function formatDay(day: string, now: number): string {
  const year = new Date(now).getUTCFullYear() === Number(day.slice(0, 4)) ? {} : ({ year: 'numeric' } as const);
  return new Date(day).toLocaleDateString('en-US', { month: 'long', day: 'numeric', ...year, timeZone: 'UTC' });
}
