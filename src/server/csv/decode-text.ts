import { isAscii, isUtf8 } from 'node:buffer';

/** How a file's bytes are read as text. `windows-1252` is a guess: nothing in a file declares it. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A file that can't be read as text; the message is a sentence for the user. */
export class UnreadableText extends Error {}

const SAVE_AGAIN = 'Save it as “CSV UTF-8” and send it again.';
const OTHER_KINDS: [start: number[], sentence: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], `This is a workbook (.xlsx, .ods) or a ZIP file, not CSV. In the spreadsheet choose “Save as”, then “CSV UTF-8”, and send that.`],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an old Excel workbook (.xls), not CSV. In the spreadsheet choose “Save as”, then “CSV UTF-8”, and send that.'],
  [[0x1f, 0x8b], 'This file is compressed with gzip. Unpack it first.'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF, not CSV.'],
];
const MARKS: [mark: number[], encoding: Encoding][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
/** Bytes without a character in Windows-1252. */
const UNDEFINED_BYTES = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
const SAMPLE = 4096;
const MOST = 0.4;
const HARDLY = 0.05;

type Decoder = { encoding(): Encoding; decode(bytes: Buffer, isLast: boolean): string };

/** Decodes text chunk by chunk in the detected encoding, without its byte order mark. Throws `UnreadableText`. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, onEncoding: (encoding: Encoding) => void): AsyncGenerator<string> {
  let decoder: Decoder | null = null;
  let start = Buffer.alloc(0);
  const begin = (): string => {
    const found = decoderFor(start);
    decoder = found.decoder;
    return requireText(found.decoder.decode(start.subarray(found.skip), false));
  };
  for await (const piece of bytes) {
    if (decoder) yield requireText((decoder as Decoder).decode(Buffer.from(piece), false));
    else {
      start = Buffer.concat([start, piece]);
      if (start.length >= SAMPLE) yield begin();
    }
  }
  if (!decoder) yield begin();
  const ended = decoder as Decoder | null;
  if (!ended) return;
  yield requireText(ended.decode(Buffer.alloc(0), true));
  onEncoding(ended.encoding());
}

function decoderFor(start: Buffer): { decoder: Decoder; skip: number } {
  for (const [begin, sentence] of OTHER_KINDS) if (beginsWith(start, begin)) throw new UnreadableText(sentence);
  const marked = MARKS.find(([mark]) => beginsWith(start, mark));
  if (marked) return { decoder: fatal(marked[1]), skip: marked[0].length };
  const guessed = withoutMark(start);
  return { decoder: guessed === 'utf-8' ? utf8OrWindows() : fatal(guessed), skip: 0 };
}

const beginsWith = (bytes: Buffer, start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);

function fatal(encoding: Encoding): Decoder {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return {
    encoding: () => encoding,
    decode(bytes, isLast) {
      try {
        return decoder.decode(bytes, { stream: !isLast });
      } catch {
        throw new UnreadableText(`This file claims to be ${encoding.toUpperCase()}, but parts of it aren’t. ${SAVE_AGAIN}`);
      }
    },
  };
}

/** Western text in UTF-16 has a zero in nearly every second byte. */
function withoutMark(bytes: Buffer): Encoding {
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros.map((count) => count / (sample.length / 2));
  if (odd > MOST && even < HARDLY) return 'utf-16le';
  return even > MOST && odd < HARDLY ? 'utf-16be' : 'utf-8';
}

/** Decodes UTF-8, or Windows-1252 if the first bytes beyond ASCII are not valid UTF-8. */
function utf8OrWindows(): Decoder {
  const windows = new TextDecoder('windows-1252');
  let [encoding, rest, lines, hasLetters]: [Encoding, Buffer, number, boolean] = ['utf-8', Buffer.alloc(0), 1, false];
  const refuse = (): never => {
    throw new UnreadableText(`This file can’t be read from line ${lines} on: it’s neither UTF-8 nor Windows-1252. ${SAVE_AGAIN}`);
  };
  const asWindows = (bytes: Buffer): string => {
    if (bytes.some((byte) => UNDEFINED_BYTES.has(byte))) refuse();
    return windows.decode(bytes);
  };
  return {
    encoding: () => encoding,
    decode(bytes, isLast) {
      if (encoding === 'windows-1252') return asWindows(bytes);
      const all = Buffer.concat([rest, bytes]);
      const unfinished = isLast ? 0 : unfinishedOf(all);
      const whole = all.subarray(0, all.length - unfinished);
      rest = all.subarray(all.length - unfinished);
      if (isUtf8(whole)) {
        hasLetters ||= !isAscii(whole);
        const text = whole.toString('utf8');
        lines += text.split('\n').length - 1;
        return text;
      }
      if (hasLetters) refuse();
      encoding = 'windows-1252';
      return asWindows(all);
    },
  };
}

/** How many bytes at the end may be an incomplete UTF-8 character. */
function unfinishedOf(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

function requireText(text: string): string {
  if (text.includes('\0')) throw new UnreadableText('This file isn’t text. Send CSV.');
  return text;
}
