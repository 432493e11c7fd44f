import { ListingInput } from '#contract/listings.ts';
import type { ImportColumn } from '#contract/selling/listing-imports.ts';
import { toOwnAddress } from '#contract/shared/image-sizes.ts';
import { hasAtMost, isStorable } from '#contract/shared/text.ts';
import { fromHarmless } from '../../../csv/write-csv.ts';
import { EXAMPLE_DESCRIPTION } from './template.ts';

/** A row's texts by field, before they are checked. */
export type Input = Record<'texts' | 'specification' | 'answers', Record<string, string>> & { photos: string[] };

export type Read = { input: ListingInput } | { fields: Record<string, string> };

const MAX_REFERENCE = 100;
const BAD_REFERENCE = `A reference can have at most ${MAX_REFERENCE} ordinary characters.`;
/** How programs keep a spreadsheet from taking an IMEI or an article number for a number. */
const AS_TEXT = /^="([^"]*)"$/u;
const LIKE_IMEI = /(?:\d[\s./-]?){14}/u;
const IMEI_MASKED = 'The shop doesn’t store full IMEIs. Enter it again, or leave it empty.';

/** Reads a row's cells. `origin` is the shop's own address. */
export function readCells(cells: string[], columns: ImportColumn[], origin: string | null): Input {
  const input: Input = { texts: {}, specification: {}, answers: {}, photos: [] };
  columns.forEach(({ field }, at) => {
    if (field === null) return;
    const text = toText(cells[at] ?? '').trim();
    const [group = '', key] = field.split('.');
    if (key === undefined) input.texts[field] = text;
    else if (group === 'answers') input.answers[key] = text.toLowerCase();
    else input.specification[key] = text;
  });
  const { image = '', photos = '', ...texts } = input.texts;
  const [first = '', ...others] = [image, ...photos.split(/[|\s]+/u)].filter((address) => address !== '').map((address) => toOwnAddress(address, origin));
  return { ...input, texts: { ...texts, image: first }, photos: others };
}

/** A cell's text. One that was only made harmless is what it says, also where it looks as programs write texts. */
export const toText = (cell: string): string => AS_TEXT.exec(cell.trim())?.[1] ?? fromHarmless(cell);

/** Uses the brand as the category if none is named. */
export const withCategory = (input: Input): Input => (input.texts.name ? input : { ...input, texts: { ...input.texts, name: input.texts.brand ?? '' } });

/** Validates a row with the form's own messages. */
export function toInput({ texts, specification, answers, photos }: Input): Read {
  const { imei, ...rest } = texts;
  const parsed = ListingInput.safeParse({ ...rest, photos, specification, answers, ...(imei && { imei }) });
  if (parsed.success) return { input: parsed.data };
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) fields[path.join('.')] ??= message;
  return { fields };
}

/** A row's cells as they are stored: without an IMEI, which may also be in a column that isn't read, or in any if they don't fit the columns. */
export function toStoredCells(cells: string[], columns: ImportColumn[], doFit: boolean): string[] {
  if (!doFit) return cells.map(withoutImei);
  return columns.map(({ field }, at) => {
    const cell = cells[at] ?? '';
    if (field === 'imei') return maskImei(cell);
    return field === null ? withoutImei(cell) : cell;
  });
}

const withoutImei = (cell: string): string => (LIKE_IMEI.test(cell) ? maskImei(cell) : cell);

/** Masks all digits but the last four, which is all that is stored of an IMEI in a file. */
const maskImei = (text: string): string => text.replace(/\d(?=(?:\D*\d){4})/gu, '•');

/** Errors that the form can't have: a masked IMEI from our own export, and the template's example. */
export function findOwnFaults({ texts }: Input): Record<string, string> {
  return {
    ...(texts.imei?.includes('•') && { imei: IMEI_MASKED }),
    ...((!hasAtMost(MAX_REFERENCE)(texts.reference ?? '') || !isStorable(texts.reference ?? '')) && { reference: BAD_REFERENCE }),
    ...(texts.description === EXAMPLE_DESCRIPTION && { description: 'This is the template’s example. Replace it with a phone of yours.' }),
  };
}
