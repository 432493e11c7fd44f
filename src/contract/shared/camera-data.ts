/**
 * What a camera writes into its photos (Exif), as far as the shop reads it: never a place, a name or a serial number. Texts are empty and numbers null
 * where there is none. Both sides read it with the same code: browsers take it from a photo before they make it smaller.
 */
export type CameraData = {
  make: string;
  model: string;
  software: string;
  /** The camera's own time, `2026:05:03 14:20:11`. */
  takenAt: string;
  /** Seconds. */
  exposure: number | null;
  aperture: number | null;
  iso: number | null;
};

const HEADER = 'Exif\0\0';
/** Where photos have it: JPEG at the beginning, HEIC before its pixels. */
const SEARCHED_BYTES = 1_000_000;
/** A directory of a camera has 20 to 60 entries. */
const MAX_ENTRIES = 256;
const MAX_TEXT = 64;

const ENTRY_BYTES = 12;
const TYPE = { text: 2, short: 3, long: 4, ratio: 5 } as const;
const TAG = { make: 0x010f, model: 0x0110, software: 0x0131, more: 0x8769, exposure: 0x829a, aperture: 0x829d, iso: 0x8827, takenAt: 0x9003 } as const;

type Entries = Map<number, { type: number; count: number; at: number }>;
type Reader = { view: DataView; little: boolean };

/** Finds camera data in the first megabyte of a photo, whatever its format; null if there is none. */
export function findCameraData(photo: Uint8Array): CameraData | null {
  const text = latin(photo.subarray(0, SEARCHED_BYTES));
  const found = /Exif\0\0(?:II\*\0|MM\0\*)/u.exec(text);
  return found && readCameraData(photo.subarray(found.index));
}

/**
 * Reads an Exif block, with or without its header; null when it is none. Reads two directories of at most 256 entries and follows no chain, so that the
 * work is bounded whatever the block says.
 */
export function readCameraData(block: Uint8Array): CameraData | null {
  const start = latin(block.subarray(0, HEADER.length)) === HEADER ? HEADER.length : 0;
  const view = new DataView(block.buffer, block.byteOffset + start, block.byteLength - start);
  if (view.byteLength < 8) return null;
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return null;
  const reader = { view, little: order === 0x4949 };
  if (view.getUint16(2, reader.little) !== 42) return null;
  const main = readDirectory(reader, view.getUint32(4, reader.little));
  const at = numberOf(reader, main, TAG.more);
  const more: Entries = at === null ? new Map() : readDirectory(reader, at);
  return {
    make: textOf(reader, main, TAG.make),
    model: textOf(reader, main, TAG.model),
    software: textOf(reader, main, TAG.software),
    takenAt: textOf(reader, more, TAG.takenAt),
    exposure: numberOf(reader, more, TAG.exposure),
    aperture: numberOf(reader, more, TAG.aperture),
    iso: numberOf(reader, more, TAG.iso),
  };
}

function readDirectory({ view, little }: Reader, at: number): Entries {
  const entries: Entries = new Map();
  if (at + 2 > view.byteLength) return entries;
  const count = Math.min(view.getUint16(at, little), MAX_ENTRIES);
  for (let entry = at + 2; entries.size < count && entry + ENTRY_BYTES <= view.byteLength && entry < at + 2 + count * ENTRY_BYTES; entry += ENTRY_BYTES) {
    entries.set(view.getUint16(entry, little), { type: view.getUint16(entry + 2, little), count: view.getUint32(entry + 4, little), at: entry + 8 });
  }
  return entries;
}

function textOf({ view, little }: Reader, entries: Entries, tag: number): string {
  const entry = entries.get(tag);
  if (entry?.type !== TYPE.text || entry.count > MAX_TEXT) return '';
  const at = entry.count <= 4 ? entry.at : view.getUint32(entry.at, little);
  if (at + entry.count > view.byteLength) return '';
  const text = latin(new Uint8Array(view.buffer, view.byteOffset + at, entry.count));
  return (text.split('\0')[0] ?? '').trim();
}

function numberOf({ view, little }: Reader, entries: Entries, tag: number): number | null {
  const entry = entries.get(tag);
  if (!entry || entry.count < 1) return null;
  if (entry.type === TYPE.short) return view.getUint16(entry.at, little);
  if (entry.type === TYPE.long) return view.getUint32(entry.at, little);
  if (entry.type !== TYPE.ratio) return null;
  const at = view.getUint32(entry.at, little);
  if (at + 8 > view.byteLength) return null;
  const [above, below] = [view.getUint32(at, little), view.getUint32(at + 4, little)];
  return below === 0 ? null : above / below;
}

function latin(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** Writes an Exif block that contains this and nothing else, so that a photo made smaller keeps it without the place where it was taken. */
export function writeCameraData(data: CameraData): Uint8Array<ArrayBuffer> {
  const main: Field[] = [textField(TAG.make, data.make), textField(TAG.model, data.model), textField(TAG.software, data.software)];
  const more: Field[] = [
    ratioField(TAG.exposure, data.exposure),
    ratioField(TAG.aperture, data.aperture),
    numberField(TAG.iso, TYPE.short, data.iso ?? 0),
    textField(TAG.takenAt, data.takenAt),
  ];
  const pointer = (at: number): Field[] => [...main, numberField(TAG.more, TYPE.long, at)];
  const mainAt = 8;
  const moreAt = mainAt + directory(pointer(0), mainAt).length;
  const tiff = [...ascii('MM\0*'), ...long(mainAt), ...directory(pointer(moreAt), mainAt), ...directory(more, moreAt)];
  return Uint8Array.from([...ascii(HEADER), ...tiff]);
}

type Field = { tag: number; type: number; count: number; value: number[] };

const MICRO = 1_000_000;

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0) & 0xff);
const short = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];
const long = (value: number): number[] => [...short(Math.floor(value / 0x1_0000)), ...short(value % 0x1_0000)];

function textField(tag: number, text: string): Field {
  const value = ascii(`${text.slice(0, MAX_TEXT - 1)}\0`);
  return { tag, type: TYPE.text, count: value.length, value };
}

const ratioField = (tag: number, value: number | null): Field => ({
  tag,
  type: TYPE.ratio,
  count: 1,
  value: value === null ? [...long(0), ...long(0)] : [...long(Math.min(Math.round(value * MICRO), 0xffff_ffff)), ...long(MICRO)],
});

const numberField = (tag: number, type: 3 | 4, value: number): Field => ({ tag, type, count: 1, value: type === TYPE.short ? short(value) : long(value) });

/** A directory at this offset, followed by the values that don't fit into its entries. */
function directory(fields: Field[], at: number): number[] {
  const entries: number[] = [];
  const outside: number[] = [];
  const end = at + 2 + fields.length * ENTRY_BYTES + 4;
  for (const { tag, type, count, value } of fields) {
    const isInside = value.length <= 4;
    entries.push(...short(tag), ...short(type), ...long(count));
    entries.push(...(isInside ? [...value, 0, 0, 0].slice(0, 4) : long(end + outside.length)));
    if (!isInside) outside.push(...value);
  }
  return [...short(fields.length), ...entries, ...long(0), ...outside];
}
