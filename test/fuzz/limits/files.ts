import { SPECIFICATION_KEYS } from '#contract/listings.ts';
import { CSV_COLUMNS, csvRow } from '#test/support/csv-files.ts';
import { flatAvif, heicPhoto, jpegWithScans, pictureOf, pngClaiming } from '#test/support/pictures.ts';

const MEGABYTES = 1_000_000;

const HEADER = `${CSV_COLUMNS.join(',')}\r\n`;
const FORTY = 39.9 * MEGABYTES;

/** Pictures of the largest size, and small ones that are expensive to decode, by name. */
export async function worstPictures(): Promise<[string, Buffer][]> {
  const jpeg = jpegWithScans(640, 480, 3).subarray(0, -2);
  const png = pngClaiming(100, 100).subarray(0, 33);
  const webp = await pictureOf('webp', 64, 64);
  return [
    ['a JPEG of 600 scans', jpegWithScans(8000, 5000, 600)],
    ['a JPEG of 32 scans', jpegWithScans(8000, 5000, 32)],
    ['a JPEG of empty markers', filled(jpeg, [0xff, 0x00])],
    ['a JPEG of restarts', filled(jpeg, [0xff, 0xd0])],
    ['a JPEG of empty segments', filled(jpeg, [0xff, 0xe0, 0, 2])],
    ['a JPEG of fillings', filled(jpeg, [0xff])],
    ['a JPEG of nothing', filled(jpeg, [0])],
    ['a PNG of empty chunks', filled(png, [0, 0, 0, 0, 0x74, 0x45, 0x58, 0x74, 0, 0, 0, 0])],
    ['a WebP of empty chunks', filled(webp.subarray(0, 12), [0x45, 0x58, 0x49, 0x46, 0, 0, 0, 0])],
    ['an HEIC of empty boxes', filled(heicPhoto(), [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65])],
    ['an AVIF of 40 megapixels', await flatAvif(8000, 5000)],
    ['ten megabytes of no picture', filled(Buffer.from('hello'), [0x0d, 0x0a, 0x2d, 0x2d])],
  ];
}

function filled(start: Buffer, pattern: number[], size = 9.9 * MEGABYTES): Buffer {
  return Buffer.concat([start, Buffer.alloc(Math.floor(size) - start.length, Buffer.from(pattern))]);
}

/** Files of the largest size that an import accepts, by name. */
export function worstSpreadsheets(): [string, Buffer][] {
  return [
    ['one line of commas', startOf('', ',')],
    ['one line of letters', startOf('name,brand', 'x')],
    ['rows of commas', startOf(HEADER, `${','.repeat(90_000)}\n`)],
    ['a row of a million letters', startOf(HEADER, 'x')],
    ['quotes that never end', startOf(`${HEADER}"`, '""')],
    ['quotes where none belong', startOf(HEADER, '"x"y,"x"y\n')],
    ['empty lines', startOf(HEADER, '\n')],
    ['rows at every limit', rowsOf(atLimit())],
    ['ten thousand rows', rowsOf(csvRow(), 10_000 * (csvRow().length + 2))],
    ['prices that are none', rowsOf(csvRow({ resale_price: `1${' '.repeat(60_000)}x`, imei: '1 '.repeat(10_000) }))],
    ['UTF-16', Buffer.from(`\uFEFF${HEADER}${`${csvRow()}\r\n`.repeat(5000)}`, 'utf16le')],
  ];
}

const startOf = (start: string, pattern: string): Buffer => filled(Buffer.from(start), [...Buffer.from(pattern)], FORTY);

function rowsOf(row: string, size = FORTY): Buffer {
  return Buffer.from(HEADER + `${row}\r\n`.repeat(Math.max(1, Math.floor((size - HEADER.length) / (row.length + 2)))));
}

function atLimit(): string {
  return csvRow({ description: 'd '.repeat(2500), ...Object.fromEntries(SPECIFICATION_KEYS.map((key) => [`specification.${key}`, '"x '.repeat(333)])) });
}
