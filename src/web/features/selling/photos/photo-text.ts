import type { Photo, PhotoState } from './photo-list.ts';

const percents = new Intl.NumberFormat(undefined, { style: 'percent' });
const kilobytes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
const megabytes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'megabyte', minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Returns how much of a photo is uploaded, from 0 to 1; null while there is nothing to measure. */
export function shareOf(state: PhotoState): number | null {
  if (state.at === 'preparing') return 1;
  return state.at === 'sending' || state.at === 'paused' ? state.sent / Math.max(state.of, 1) : null;
}

/** Describes a photo's upload state for the seller. */
export function describeState(state: PhotoState): string {
  switch (state.at) {
    case 'waiting':
      return 'Waiting';
    case 'shrinking':
      return 'Shrinking';
    case 'sending':
      return `Uploading: ${formatShare(state.sent, state.of)}`;
    case 'paused':
      return `Paused at ${formatShare(state.sent, state.of)}: no connection. We’ll resume automatically.`;
    case 'preparing':
      return 'Processing';
    case 'sent':
      return 'Ready';
    case 'canceled':
      return 'Canceled';
    case 'failed':
      return state.message;
  }
}

const formatShare = (sent: number, of: number): string => `${percents.format(Math.floor((sent / Math.max(of, 1)) * 100) / 100)} of ${sizeOf(of)}`;

const sizeOf = (bytes: number): string => (bytes < 1_000_000 ? kilobytes.format(bytes / 1000) : megabytes.format(bytes / 1_000_000));

/** Whether a photo is still being uploaded. */
export const isUnderWay = ({ state }: Photo): boolean => state.at !== 'sent' && state.at !== 'canceled' && state.at !== 'failed';

/** Describes what a submitted form is waiting for. `then`: what it does afterwards, such as `list your phone`. */
export function describeWait(photos: readonly Photo[], then: string): string {
  const those = photos.length === 1 ? '1 photo is' : `${photos.length} photos are`;
  const isCut = photos.every(({ state }) => state.at === 'paused');
  return `${those} still uploading${isCut ? ', but you’re offline' : ''}. We’ll ${then} as soon as ${photos.length === 1 ? 'it’s' : 'they’re'} done.`;
}

/** Returns the announcement for a photo's change of state; null for changes that nobody waits for. */
export function describeChange(number: number, before: PhotoState | undefined, after: PhotoState): string | null {
  if (before?.at === after.at) return null;
  if (after.at === 'sent') return [`Photo ${number} is ready.`, ...hintsOf(after)].join(' ');
  if (after.at === 'failed') return `Photo ${number} failed: ${after.message}`;
  if (after.at === 'paused') return `Photo ${number} is paused until you’re back online.`;
  return before?.at === 'paused' && after.at === 'sending' ? `Photo ${number} resumed.` : null;
}

/** Returns the shop's suggestions for a photo; none while it is uploading. */
export const hintsOf = (state: PhotoState): string[] => (state.at === 'sent' ? (state.hints ?? []).map(({ message }) => message) : []);

/** Describes where a photo was moved to, and whether that makes it the cover. */
export function describeMove(from: number, to: number, count: number): string {
  return `Photo ${from + 1} is now ${to + 1} of ${count}${to === 0 ? ', the cover' : ''}.`;
}

/** Describes the files that were not added; null when all were. */
export function describeLeftOut({ tooMany, twice }: { tooMany: number; twice: number }, most: number): string | null {
  const photos = (count: number): string => (count === 1 ? '1 photo was' : `${count} photos were`);
  const sentences = [
    ...(tooMany > 0 ? [`${photos(tooMany)} skipped: you can add up to ${most}.`] : []),
    ...(twice > 0 ? [`${photos(twice)} already added.`] : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : null;
}
