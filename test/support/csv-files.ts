import { SPECIFICATION_KEYS } from '#contract/listings.ts';
import type { ListingImport } from '#contract/selling/listing-imports.ts';
import { listingInput, type Person } from '#test/support/world/world.ts';
import type { TestApp } from './app.ts';

/** The columns of a CSV file of listings. */
export const CSV_COLUMNS = [
  ...Object.keys(listingInput()).filter((field) => field !== 'specification'),
  'photos',
  'imei',
  ...SPECIFICATION_KEYS.map((key) => `specification.${key}`),
];

const BOUNDARY = 'a-line-that-is-in-no-file';

/** Formats `listingInput` as a CSV row, with changes by column. */
export function csvRow(changes: Record<string, string> = {}, separator = ','): string {
  const { specification, ...fields } = listingInput();
  const facts = Object.entries(specification as Record<string, string>).map(([key, value]) => [`specification.${key}`, value]);
  const values: Record<string, unknown> = { ...fields, ...Object.fromEntries(facts), ...changes };
  return CSV_COLUMNS.map((column) => quoted(String(values[column] ?? ''))).join(separator);
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A CSV file with a header row. */
export const csvFile = (rows: string[], header = CSV_COLUMNS.join(',')): string => `${[header, ...rows].join('\r\n')}\r\n`;

/** Uploads a file to import. */
export async function sendFile(test: Pick<TestApp, 'app'>, person: Person, content: string | Buffer) {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="phones.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/listingImports',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  });
  return { status: response.statusCode, headers: response.headers, body: response.json() as ListingImport & { message: string } };
}
