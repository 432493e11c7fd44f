/** A decoded value; tags are dropped, since what they wrap is what counts here. */
export type Cbor = number | string | boolean | null | Uint8Array | Cbor[] | Map<Cbor, Cbor>;

const MAX_DEPTH = 16;
const MAX_ITEMS = 20_000;

/**
 * Decodes one CBOR value that fills these bytes. Throws on anything malformed, on indefinite lengths, and beyond
 * 16 levels or 20,000 values.
 */
export function decodeCbor(bytes: Uint8Array): Cbor {
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes, at: 0, items: 0 };
  const value = readValue(reader, 0);
  if (reader.at !== bytes.length) throw new Error('bytes after the value');
  return value;
}

type Reader = { view: DataView; bytes: Uint8Array; at: number; items: number };

function readValue(reader: Reader, depth: number): Cbor {
  reader.items += 1;
  if (depth > MAX_DEPTH || reader.items > MAX_ITEMS) throw new Error('too much to decode');
  const first = reader.view.getUint8(reader.at);
  reader.at += 1;
  const [major, info] = [first >> 5, first & 31];
  if (major === 7) return readSimple(reader, info);
  const argument = readArgument(reader, info);
  if (major === 0) return argument;
  if (major === 1) return -1 - argument;
  if (major === 2) return take(reader, argument);
  if (major === 3) return new TextDecoder('utf-8', { fatal: true }).decode(take(reader, argument));
  if (major === 4) return Array.from({ length: boundedCount(reader, argument) }, () => readValue(reader, depth + 1));
  if (major === 5) return readMap(reader, boundedCount(reader, argument), depth);
  return readValue(reader, depth + 1);
}

function readMap(reader: Reader, count: number, depth: number): Map<Cbor, Cbor> {
  const map = new Map<Cbor, Cbor>();
  for (let entry = 0; entry < count; entry += 1) {
    const key = readValue(reader, depth + 1);
    if (map.has(key)) throw new Error('a key twice');
    map.set(key, readValue(reader, depth + 1));
  }
  return map;
}

function readSimple(reader: Reader, info: number): Cbor {
  if (info === 20 || info === 21) return info === 21;
  if (info === 22 || info === 23) return null;
  const size = new Map([
    [25, 2],
    [26, 4],
    [27, 8],
  ]).get(info);
  if (size === undefined) throw new Error('not a value');
  const from = reader.at;
  take(reader, size);
  if (size === 2) return toHalf(reader.view.getUint16(from));
  return size === 4 ? reader.view.getFloat32(from) : reader.view.getFloat64(from);
}

/** A number of 16 bits: sign, five bits of exponent, ten of fraction. */
function toHalf(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const size = exponent === 0 ? fraction * 2 ** -24 : exponent === 31 ? (fraction === 0 ? Infinity : Number.NaN) : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits >> 15 ? -size : size;
}

function readArgument(reader: Reader, info: number): number {
  const { view, at } = reader;
  if (info < 24) return info;
  const size = { 24: 1, 25: 2, 26: 4, 27: 8 }[info];
  if (size === undefined) throw new Error('an indefinite length');
  reader.at += size;
  if (size === 1) return view.getUint8(at);
  if (size === 2) return view.getUint16(at);
  if (size === 4) return view.getUint32(at);
  const value = Number(view.getBigUint64(at));
  if (!Number.isSafeInteger(value)) throw new Error('too large a number');
  return value;
}

function take(reader: Reader, size: number): Uint8Array {
  if (size > reader.bytes.length - reader.at) throw new Error('ends early');
  reader.at += size;
  return reader.bytes.subarray(reader.at - size, reader.at);
}

/** Every value takes a byte at least, so a count beyond the rest is false, and nothing is allocated for it. */
function boundedCount(reader: Reader, count: number): number {
  if (count > reader.bytes.length - reader.at || count > MAX_ITEMS) throw new Error('too many values');
  return count;
}

export const isMap = (value: Cbor | undefined): value is Map<Cbor, Cbor> => value instanceof Map;
export const isBytes = (value: Cbor | undefined): value is Uint8Array => value instanceof Uint8Array;

/** The entries of a list that are maps; empty for anything else. */
export const mapsIn = (value: Cbor | undefined): Map<Cbor, Cbor>[] => (Array.isArray(value) ? value.filter(isMap) : []);
