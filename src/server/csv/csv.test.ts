import { describe, expect, it } from 'vitest';
import { decodeText, type Encoding } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { fromHarmless, writeRow } from './write-csv.ts';

function rowsOf(...pieces: string[]) {
  return Array.fromAsync(readCsv(pieces));
}

async function cellsOf(...pieces: string[]) {
  return (await rowsOf(...pieces)).map(({ cells }) => cells);
}

describe('CSV rows', () => {
  it.each([
    [
      'commas',
      'a,b\r\n"1,5","x ""y"""\r\n',
      [
        ['a', 'b'],
        ['1,5', 'x "y"'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs and old line ends',
      'a\tb\r1\t2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'lines in cells, no end',
      'a,b\n"1\r\n2",3',
      [
        ['a', 'b'],
        ['1\r\n2', '3'],
      ],
    ],
    [
      'quotes where none belong',
      'a,b\n6.1" screen,x"y"\n',
      [
        ['a', 'b'],
        ['6.1" screen', 'x"y"'],
      ],
    ],
  ])('Reads rows with %s, however the text is cut', async (_what, text, expected) => {
    expect(await cellsOf(text)).toEqual(expected);
    expect(await cellsOf(text.slice(0, 3), ...text.slice(3))).toEqual(expected);
  });

  it('Numbers rows like a spreadsheet and reports broken quotes', async () => {
    const rows = await rowsOf('a,b\r\n"1\n1",2\r\n\r\n,\r\n"x"y,2\r\n3,"4\r\n5,6\r\n');
    expect(rows.map(({ row, line, fault }) => [row, line, fault])).toEqual([
      [1, 1, undefined],
      [2, 2, undefined],
      [5, 6, 'broken'],
      [6, 7, 'open'],
    ]);
    for (const end of ['', '"\n']) expect((await rowsOf(`a,b\n1,"${'x'.repeat(2_000_000)}${end}`)).at(-1)).toMatchObject({ row: 2, fault: 'long quote' });
  });

  it.each(['a,b\n"x" "y",2\n', 'a,b\n"" "y",2\n', 'a,b\n"x" y,2\n', 'a,b\n"x"  "",2\n'])(
    'Reports text after a closing quote and spaces, as in %j',
    async (text) => {
      expect((await rowsOf(text)).at(-1)).toMatchObject({ row: 2, fault: 'broken' });
    },
  );

  it('Ignores spaces around quotes', async () => {
    expect(await cellsOf('a,b,c\n "x" ,"""y""  "  ,""\n')).toEqual([
      ['a', 'b', 'c'],
      ['x', '"y"  ', ''],
    ]);
  });

  it.each([
    ['empty cells', `a,b\n${','.repeat(1500)}\n1,2\n`, 2],
    ['blanks', `a,b\n${' '.repeat(150_000)}\n1,2\n`, 2],
    ['rows', `a,b\n${'1,2\n'.repeat(100_000)}`, 100_001],
    ['empty rows', `a,b\n${'\n'.repeat(100_000)}1,2\n`, 100_001],
  ])('Reports where it stops in a file with too many %s', async (_what, text, row) => {
    expect((await rowsOf(text)).at(-1)).toMatchObject({ row, fault: 'long' });
  });

  it('Reads as many rows as it may, whatever ends them', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect((await rowsOf(`1,2${end}`.repeat(100_000))).at(-1)).toEqual({ line: 100_000, row: 100_000, cells: ['1', '2'] });
  });

  it('Reads more rows where the caller says so', async () => {
    const text = `a,b\n${'1,2\n'.repeat(100_000)}`;
    expect((await Array.fromAsync(readCsv([text], { maxRows: 100_001 }))).at(-1)).toEqual({ line: 100_001, row: 100_001, cells: ['1', '2'] });
  });

  it('Writes rows that no spreadsheet executes, and reads them back unchanged', async () => {
    const hostile = ['=cmd|calc', "'=1", '+351 900', '-1', '@x', "it's", 'a "b", c\n=d', '\t=1', 'שלום 📱', '', "''@"];
    const text = writeRow(hostile);
    const [cells = []] = await cellsOf(text);
    expect(cells.filter((cell) => /^[=+\-@\t\r]/u.test(cell))).toEqual([]);
    expect(cells.map(fromHarmless)).toEqual(hostile);
  });
});

async function decode(bytes: Buffer, size = 7) {
  let encoding: Encoding | null = null;
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
  const text = (
    await Array.fromAsync(
      decodeText(
        (async function* () {
          yield* pieces;
        })(),
        (found) => {
          encoding = found;
        },
      ),
    )
  ).join('');
  return { text, encoding };
}

describe('File encodings', () => {
  const long = `name,brand\n${'Galaxy,Samsung\n'.repeat(600)}Café 📱,“x”\n`;
  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

  it.each([
    ['utf-8', Buffer.from(long), long],
    ['utf-8', Buffer.from(`\uFEFF${long}`), long],
    ['utf-16le', Buffer.from(`\uFEFF${long}`, 'utf16le'), long],
    ['utf-16le', Buffer.from(long, 'utf16le'), long],
    ['utf-16be', utf16be(`\uFEFF${long}`), long],
    ['utf-16be', utf16be(long), long],
    ['windows-1252', Buffer.concat([Buffer.from('x'.repeat(5000)), Buffer.from([0xe9, 0x80, 0x0a])]), `${'x'.repeat(5000)}é€\n`],
  ])('Reads a file as %s', async (encoding, bytes, text) => {
    expect(await decode(bytes)).toEqual({ text, encoding });
  });

  it.each([
    ['characters of neither encoding', Buffer.from([0x61, 0x0a, 0xe9, 0x81, 0x0a]), /line 1 on: it’s neither/u],
    ['characters of both encodings', Buffer.concat([Buffer.from('é\n'.repeat(3000)), Buffer.from([0xe9, 0x0a])]), /line 300\d on|line \d+ on/u],
    ['half a character at the end', Buffer.from([0xc3, 0xa9, 0xc3]), /neither UTF-8/u],
    ['zero bytes', Buffer.from('a,b\0c'), /isn’t text/u],
    ['a workbook', Buffer.from('PK\x03\x04 and so on'), /workbook \(\.xlsx/u],
    ['broken UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00]), /claims to be UTF-16LE/u],
  ])('Refuses a file that is %s with a sentence', async (_what, bytes, sentence) => {
    await expect(decode(bytes)).rejects.toThrow(sentence);
  });
});
