import type { CsvKey } from '#contract/listing-fields.ts';
import { CONDITION_QUESTION_KEYS, type ConditionAnswers } from '#contract/shared/condition-answers.ts';
import { SPECIFICATION_KEYS, type SpecificationKey } from '#contract/shared/specification.ts';
import { BYTE_ORDER_MARK, writeRow } from '../../../csv/write-csv.ts';
import { FIELDS, type Field } from './columns.ts';

export const EXAMPLE_DESCRIPTION = 'This row is an example: replace it with a phone of yours.';

const FACTS: Record<SpecificationKey, string> = {
  network: '5G',
  Dimensions: '151.7 x 71.2 x 7.9 mm',
  weight: '169 g',
  build: 'Glass front, plastic back, aluminium frame',
  SIM: 'Nano-SIM and eSIM',
  display_technology: 'Dynamic AMOLED 2X, 120 Hz',
  display_size: '6.2"',
  display_resolution: '1080 x 2400',
  processor: 'Octa-core',
  chipset: 'Exynos 2100',
  storage: '128 GB',
  rear_camera: '12 + 64 + 12 MP',
  front_camera: '10 MP',
  headphone_jack: 'No',
  connectivity: 'Wi-Fi 6, Bluetooth 5.0, NFC, USB-C',
  sensors: 'Fingerprint under the screen, accelerometer, gyroscope, compass',
  battery: '4000 mAh',
  operating_system: 'Android 14',
  ram: '8 GB',
  model_number: 'SM-G991B',
  contract: 'None',
  lock_status: 'Unlocked',
  manufacturer_warranty: 'Ended',
  features: 'Water resistant (IP68), wireless charging',
  region_of_origin: 'Europe',
};

const ANSWERS: ConditionAnswers = { screen: 'light', body: 'light', battery: 'good', works: 'everything', repairs: 'never', accessories: 'charger' };

const TEXTS: Record<CsvKey, string> = {
  name: 'Samsung',
  image: '/images/01234567-89ab-4cde-8f01-23456789abcd/1280.webp',
  photos: '/images/01234567-89ab-4cde-8f01-23456789abce/1280.webp',
  location: 'Porto',
  brand: 'Samsung',
  model_name: 'Galaxy S21',
  resale_price: '289.00',
  original_price: '799.00',
  year_of_use: '2',
  condition: 'Good',
  purchase_year: '2022',
  mobile_number: '0800 000 000',
  description: EXAMPLE_DESCRIPTION,
  color: 'Phantom Gray',
  storage: '128 GB',
  imei: '',
};

const COLUMNS: readonly Field[] = ['reference', ...FIELDS];

const EXAMPLE: Partial<Record<Field, string>> = {
  reference: 'A-1001',
  ...TEXTS,
  ...Object.fromEntries(SPECIFICATION_KEYS.map((key) => [`specification.${key}`, FACTS[key]])),
  ...Object.fromEntries(CONDITION_QUESTION_KEYS.map((key) => [`answers.${key}`, ANSWERS[key]])),
};

/** A CSV file with every column and one example, for spreadsheets. */
export async function* writeTemplate(): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeRow(COLUMNS);
  yield writeRow(COLUMNS.map((field) => EXAMPLE[field] ?? ''));
}
