/**
 * A box of boxes (ISO 19566-5). `kind`: the first four letters of its type, such as `c2ma`; `content`: all of it but the eight bytes of its header,
 * which is what references hash; `payload`: what it holds, if that is a single piece of CBOR.
 */
export type SuperBox = { kind: string; label: string; content: Uint8Array; boxes: SuperBox[]; payload: Uint8Array | null };

const MAX_DEPTH = 6;
const MAX_BOXES = 500;
const HEADER_BYTES = 8;
/** The rest of a type that consists of four letters. */
const TYPE_END = '00110010800000aa00389b71';
const DESCRIBED_BYTES = 17;
/** It may be asked for by its label, which follows. */
const LABELED = 3;
/** Followed by bytes that make a hash unguessable. */
const SALTED = 16;

/** Parses the box that fills these bytes. Throws when anything in it is malformed. */
export function parseSuperBox(bytes: Uint8Array): SuperBox {
  const count = { boxes: 0 };
  const [box, ...others] = splitBoxes(bytes, count);
  if (!box || others.length > 0) throw new Error('not one box');
  return toSuperBox(box, count, 0);
}

type Box = { type: string; content: Uint8Array };

function splitBoxes(bytes: Uint8Array, count: { boxes: number }): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length; ) {
    count.boxes += 1;
    if (count.boxes > MAX_BOXES) throw new Error('too many boxes');
    const length = view.getUint32(at);
    if (length < HEADER_BYTES || length > bytes.length - at) throw new Error('a box of the wrong length');
    boxes.push({ type: latin(bytes.subarray(at + 4, at + HEADER_BYTES)), content: bytes.subarray(at + HEADER_BYTES, at + length) });
    at += length;
  }
  return boxes;
}

function toSuperBox({ type, content }: Box, count: { boxes: number }, depth: number): SuperBox {
  if (type !== 'jumb' || depth > MAX_DEPTH) throw new Error('not a box of boxes');
  const [description, ...rest] = splitBoxes(content, count);
  if (description?.type !== 'jumd') throw new Error('a box without a description');
  const inner = rest.filter((box) => box.type === 'jumb').map((box) => toSuperBox(box, count, depth + 1));
  const [only] = rest;
  return { ...describe(description.content), content, boxes: inner, payload: rest.length === 1 && only?.type === 'cbor' ? only.content : null };
}

function describe(description: Uint8Array): Pick<SuperBox, 'kind' | 'label'> {
  const toggles = description[DESCRIBED_BYTES - 1] ?? 0;
  if (Buffer.from(description.subarray(4, DESCRIBED_BYTES - 1)).toString('hex') !== TYPE_END && !isOwnType(description)) throw new Error('an unknown type');
  if ((toggles & ~SALTED) !== LABELED) throw new Error('a box without a label');
  const end = description.indexOf(0, DESCRIBED_BYTES);
  if (end < 0 || (toggles === LABELED && end !== description.length - 1)) throw new Error('a label without an end');
  return { kind: latin(description.subarray(0, 4)), label: latin(description.subarray(DESCRIBED_BYTES, end)) };
}

/** Embedded files have a type that isn't made of letters. */
const isOwnType = (description: Uint8Array): boolean => Buffer.from(description.subarray(0, 16)).toString('hex') === '40cb0c32bb8a489da70b2ad6f47f4369';

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
