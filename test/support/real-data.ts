import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where real phone data lies beside a checkout, if it does. */
const FOLDER = join(import.meta.dirname, '../../../shared/data');

export const realModelsFile = join(FOLDER, 'phone-specs.jsonl');
export const hasRealData = (): boolean => existsSync(realModelsFile);

/** A file's lines as they are. */
export const readRawLines = (file: string): string[] =>
  readFileSync(join(FOLDER, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

const readLines = <T>(file: string): T[] => readRawLines(file).map((line) => JSON.parse(line) as T);

/** Lists of type allocation codes, as their makers wrote them. */
export const readTacList = (): string => readFileSync(join(FOLDER, 'tacdb-osmocom-2018.csv'), 'utf8');

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

/** Phones alone; the rest of the list is tablets and watches. */
export const readModels = (): RealModel[] => readLines<RealModel>('phone-specs.jsonl').filter((row) => row.device_type === 'phone');
export const readOffers = (): RealOffer[] => readLines('used-listings.jsonl');
export const readTypos = (): RealTypo[] => readLines('real-typos.jsonl');
