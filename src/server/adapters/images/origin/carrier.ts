/** Where a picture has its Content Credentials: the bytes of the box, and from where to where the file carries it. */
export type Carried = { box: Uint8Array; start: number; end: number };

/** Most are 20 to 200 KB, with thumbnails. */
const MAX_BOX_BYTES = 4_000_000;
const MAX_SEGMENTS = 2000;

const APP11 = 0xeb;
const SOS = 0xda;
/** `JP`, and the numbers that writers give to the box. */
const JUMBF = 'JP';
const INSTANCES = [1, 0x0211];
/** Marker, length, `JP`, instance, sequence; then the box's header, which every segment repeats. */
const SEGMENT = { instance: 6, sequence: 8, box: 12, rest: 20 } as const;

/** Finds the Content Credentials of a JPEG or PNG; null if there are none, or more than one, or they are malformed. */
export function findCarried(bytes: Buffer): Carried | null {
  return bytes[0] === 0xff ? inJpeg(bytes) : inPng(bytes);
}

function inJpeg(bytes: Buffer): Carried | null {
  const parts: Buffer[] = [];
  let [start, end, header] = [-1, -1, ''];
  for (let [at, segments] = [2, 0]; at + 4 <= bytes.length && segments < MAX_SEGMENTS; segments += 1) {
    const [marker, length] = [bytes[at + 1] ?? 0, bytes.readUInt16BE(at + 2)];
    if (bytes[at] !== 0xff || marker === SOS || length < 2) break;
    const next = at + 2 + length;
    if (marker === APP11 && next <= bytes.length && length > SEGMENT.rest && bytes.toString('latin1', at + 4, at + 6) === JUMBF) {
      const own = bytes.toString('latin1', at + SEGMENT.box, at + SEGMENT.rest);
      if (start < 0) [start, end, header] = [at, at, own];
      const isNext = INSTANCES.includes(bytes.readUInt16BE(at + SEGMENT.instance)) && bytes.readUInt32BE(at + SEGMENT.sequence) === parts.length + 1;
      if (!isNext || own !== header || at !== end) return null;
      parts.push(bytes.subarray(parts.length === 0 ? at + SEGMENT.box : at + SEGMENT.rest, next));
      end = next;
    }
    at = next;
  }
  return start < 0 || end - start > MAX_BOX_BYTES ? null : { box: Buffer.concat(parts), start, end };
}

const PNG_HEADER = 8;
const CHUNK_BYTES = 12;

function inPng(bytes: Buffer): Carried | null {
  let found: Carried | null = null;
  for (let [at, chunks] = [PNG_HEADER, 0]; at + CHUNK_BYTES <= bytes.length && chunks < MAX_SEGMENTS; chunks += 1) {
    const length = bytes.readUInt32BE(at);
    const end = at + CHUNK_BYTES + length;
    if (end > bytes.length) break;
    if (bytes.toString('latin1', at + 4, at + 8) === 'caBX') {
      if (found || length > MAX_BOX_BYTES) return null;
      found = { box: bytes.subarray(at + 8, at + 8 + length), start: at, end };
    }
    at = end;
  }
  return found;
}
