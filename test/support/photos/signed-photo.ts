import { createHash, sign, X509Certificate } from 'node:crypto';
import type { Signer } from './signers.ts';

const SOURCE = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

type Statement = {
  signer: Signer;
  /** The last part of IPTC's name of how the picture came about. */
  source?: string;
  /** What was done after it was created. */
  changes?: string[];
  when?: string;
};

const START = 2;
const MANIFEST = 'urn:c2pa:3f1c2a54-0d0c-4a39-9d0e-6a1f2b3c4d5e';

/** A JPEG with Content Credentials (C2PA 2) as a camera writes them: claim, actions, and a hash of the picture, signed with ES256. */
export function withCredentials(jpeg: Buffer, statement: Statement): Buffer {
  let segment = Buffer.alloc(0);
  // The hash names its own segment's length, whose digits may change that once.
  for (let length = -1; length !== segment.length; ) {
    length = segment.length;
    segment = segmentOf(storeOf(jpeg, length, statement));
  }
  return Buffer.concat([jpeg.subarray(0, START), segment, jpeg.subarray(START)]);
}

function storeOf(jpeg: Buffer, length: number, { signer, source = 'digitalCapture', changes = [], when = '2026-05-03T10:00:00Z' }: Statement): Buffer {
  const created = { action: 'c2pa.created', digitalSourceType: `${SOURCE}${source}`, when };
  const assertions = {
    'c2pa.actions.v2': { actions: [created, ...changes.map((action) => ({ action }))] },
    'c2pa.hash.data': { exclusions: [{ start: START, length }], alg: 'sha256', hash: sha256(jpeg), pad: Buffer.alloc(8), name: 'jumbf manifest' },
  };
  const boxes = Object.entries(assertions).map(([label, content]) => ({ label, box: boxOf('cbor', label, [contentOf(encode(content))]) }));
  const claim = encode({
    instanceID: 'xmp:iid:1',
    claim_generator_info: { name: 'Redial tests' },
    signature: `self#jumbf=/c2pa/${MANIFEST}/c2pa.signature`,
    created_assertions: boxes.map(({ label, box }) => ({ url: `self#jumbf=c2pa.assertions/${label}`, hash: sha256(box.subarray(8)) })),
    alg: 'sha256',
  });
  const manifest = [
    boxOf(
      'c2as',
      'c2pa.assertions',
      boxes.map(({ box }) => box),
    ),
    boxOf('c2cl', 'c2pa.claim.v2', [contentOf(claim)]),
    boxOf('c2cs', 'c2pa.signature', [contentOf(signatureOf(claim, signer))]),
  ];
  return boxOf('c2pa', 'c2pa', [boxOf('c2ma', MANIFEST, manifest)]);
}

function signatureOf(claim: Buffer, { key, certificate }: Signer): Buffer {
  const header = encode(
    new Map<number, unknown>([
      [1, -7],
      [33, [new X509Certificate(certificate).raw]],
    ]),
  );
  const signed = sign('sha256', encode(['Signature1', header, Buffer.alloc(0), claim]), { key, dsaEncoding: 'ieee-p1363' });
  return Buffer.concat([Buffer.from([0xd2]), encode([header, { pad: Buffer.alloc(16) }, null, signed])]);
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

function boxOf(type: string, label: string, content: Buffer[]): Buffer {
  const description = Buffer.concat([Buffer.from(type), Buffer.from('00110010800000aa00389b71', 'hex'), Buffer.from([3]), Buffer.from(`${label}\0`)]);
  return plainBox('jumb', Buffer.concat([plainBox('jumd', description), ...content]));
}

const contentOf = (cbor: Buffer): Buffer => plainBox('cbor', cbor);

function plainBox(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

function segmentOf(store: Buffer): Buffer<ArrayBuffer> {
  const head = Buffer.from([0xff, 0xeb, 0, 0, 0x4a, 0x50, 0x02, 0x11, 0, 0, 0, 1]);
  head.writeUInt16BE(store.length + 10, 2);
  return Buffer.concat([head, store]);
}

/** Encodes a value as CBOR, with fixed lengths. */
function encode(value: unknown): Buffer {
  if (value === null) return Buffer.from([0xf6]);
  if (typeof value === 'number') return value < 0 ? headOf(1, -1 - value) : headOf(0, value);
  if (typeof value === 'string') return Buffer.concat([headOf(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([headOf(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([headOf(4, value.length), ...value.map(encode)]);
  const entries = value instanceof Map ? [...value] : Object.entries(value ?? {});
  return Buffer.concat([headOf(5, entries.length), ...entries.flat().map(encode)]);
}

function headOf(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  if (argument < 0x100) return Buffer.from([(major << 5) | 24, argument]);
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 0xff]);
}
