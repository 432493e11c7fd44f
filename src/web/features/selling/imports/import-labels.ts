import type { ImportRow, ImportRowState, ListingImport } from '#contract/selling/listing-imports.ts';
import { formatCount } from '../../../ui/count.ts';

const STATE_LABELS: Record<ImportRowState, string> = {
  ready: 'Ready to list',
  refused: 'Needs fixing',
  skipped: 'Skipped',
  listed: 'Listed',
  failed: 'Failed',
};

/** What becomes, or became, of a row. */
export function labelOf({ state, isUpdate }: ImportRow): string {
  if (isUpdate && state === 'ready') return 'Updates a phone';
  return isUpdate && state === 'listed' ? 'Updated' : STATE_LABELS[state];
}

export const ENCODING_LABELS: Record<ListingImport['encoding'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

/** Summarizes a whole file's result, expected or final, in one sentence. */
export function summaryOf({ state, counts, reason }: ListingImport): string {
  const { ready, refused, listed, failed, updates, unchanged } = counts;
  const skipped = counts.skipped - unchanged;
  const others = [
    refused > 0 && `${counted(refused, 'row needs', 'rows need')} fixing`,
    skipped > 0 && `${counted(skipped, 'row', 'rows')} skipped`,
    failed > 0 && `${counted(failed)} failed`,
  ].filter(Boolean);
  const tail = others.length > 0 ? ` ${others.join(', ')}.` : '';
  const changesSome = updates + unchanged > 0;
  if (state === 'running') return `${formatCount(listed)} of ${counted(ready + listed + failed)} ${changesSome ? 'done' : 'listed'}.${tail}`;
  if (state === 'review' && changesSome) return `${ready - updates} to list, ${updates} to update, ${unchanged} unchanged.${tail}`;
  if (state === 'review') return `${counted(ready)} will be listed.${tail}`;
  if (state === 'cancelled')
    return `Canceled. ${counted(listed)} ${listed === 1 ? 'was' : 'were'} already listed and ${listed === 1 ? 'stays' : 'stay'} listed.${tail}`;
  if (state === 'stopped') return `${reason ?? 'Stopped.'} ${counted(listed)} listed.${tail}`;
  if (changesSome) return `${listed - updates} new, ${updates} updated, ${unchanged} unchanged.${tail}`;
  return `${counted(listed)} listed.${tail}`;
}

export const counted = (count: number, one = 'phone', many = 'phones'): string => `${formatCount(count)} ${count === 1 ? one : many}`;
