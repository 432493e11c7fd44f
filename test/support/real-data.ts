import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where real phone data is kept next to a checkout, if at all. */
const FOLDER = join(import.meta.dirname, '../../../shared/data');

export const realModelsFile = join(FOLDER, 'phone-specs.jsonl');

export type RealModel = {
  id: string;
  brand: string;
  model_name: string;
  device_type: string;
  colors: string[];
  storage_options: string[];
  specification: Record<string, string | null>;
};
export type RealOffer = { title: string; brand: string; model: string; spec_id?: string; source: string };
export type RealTypo = { typo: string; target: string; example: string };

export const hasRealData = (): boolean => existsSync(realModelsFile);

/** Lists of type allocation codes, in their original format. */
export const readTacList = (): string => readFileSync(join(FOLDER, 'tacdb-osmocom-2018.csv'), 'utf8');

/** Only phones; the rest of the list is tablets and watches. */
export const readModels = (): RealModel[] => readLines<RealModel>('phone-specs.jsonl').filter((row) => row.device_type === 'phone');

const readLines = <T>(file: string): T[] => readRawLines(file).map((line) => JSON.parse(line) as T);

/** A file's lines, unparsed. */
export function readRawLines(file: string): string[] {
  return readFileSync(join(FOLDER, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

export const readOffers = (): RealOffer[] => readLines('used-listings.jsonl');

export const readTypos = (): RealTypo[] => readLines('real-typos.jsonl');

/** The letters and digits of a name; a plus counts. */
export function squeeze(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('+', 'plus')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
