import { constants, createHash, verify, X509Certificate } from 'node:crypto';
import { type Cbor, decodeCbor, isBytes, isMap } from './cbor.ts';

/** COSE's numbers of the algorithms that credentials may be signed with. */
const ALGORITHMS = new Map<Cbor, { hash: string | null; isPss: boolean; type: string }>([
  [-7, { hash: 'sha256', isPss: false, type: 'ec' }],
  [-35, { hash: 'sha384', isPss: false, type: 'ec' }],
  [-36, { hash: 'sha512', isPss: false, type: 'ec' }],
  [-37, { hash: 'sha256', isPss: true, type: 'rsa' }],
  [-38, { hash: 'sha384', isPss: true, type: 'rsa' }],
  [-39, { hash: 'sha512', isPss: true, type: 'rsa' }],
  [-8, { hash: null, isPss: false, type: 'ed25519' }],
]);

const ALGORITHM = 1;
const CHAIN = 33;
const MAX_CERTIFICATES = 5;
const MAX_CERTIFICATE_BYTES = 8000;
const MIN_RSA_BITS = 2048;
/** Signatures of P-256, P-384 and P-521. */
const PLAIN_BYTES = [64, 96, 132];

/** A certificate must be made for signing: credentials, documents or, in older ones, mail. */
const PURPOSES = ['1.3.6.1.4.1.62558.2.1', '1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4'];

/** The certificates of authorities whose signers are believed, as PEM, and the time (epoch ms) at which certificates must be valid. */
export type Trust = { anchors: readonly string[]; now: number };

/** Whether a COSE signature of this claim is right, and its certificate leads to a trusted one. Throws when anything is malformed. */
export function isSigned(signature: Uint8Array, claim: Uint8Array, trust: Trust): boolean {
  const parts = decodeCbor(signature);
  if (!Array.isArray(parts) || parts.length !== 4) throw new Error('not a signature');
  const [written, open, payload, signed] = parts;
  if (!isBytes(written) || !isMap(open) || payload !== null || !isBytes(signed) || !isQuiet(open)) throw new Error('not a signature');
  const header = decodeCbor(written);
  if (!isMap(header)) throw new Error('a signature without a header');
  const algorithm = ALGORITHMS.get(header.get(ALGORITHM) ?? null);
  const chain = certificatesOf(header.get(CHAIN) ?? header.get('x5chain') ?? open.get('x5chain') ?? open.get(CHAIN));
  const [signer] = chain;
  if (!algorithm || !signer || !isTrusted(chain, trust)) return false;
  const key = signer.publicKey;
  if (!key.asymmetricKeyType?.startsWith(algorithm.type)) return false;
  if (algorithm.type === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_RSA_BITS) return false;
  const padding = algorithm.isPss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : {};
  // COSE asks for the two numbers alone; some writers wrap them (DER).
  const dsaEncoding = PLAIN_BYTES.includes(signed.length) ? 'ieee-p1363' : 'der';
  return verify(algorithm.hash, signedBytes(written, claim), { key, dsaEncoding, ...padding }, signed);
}

/** What isn't signed must be known, and padding must be empty, so that nothing can be hidden there. */
function isQuiet(open: Map<Cbor, Cbor>): boolean {
  return [...open].every(([key, value]) =>
    key === 'pad' || key === 'pad2'
      ? isBytes(value) && value.every((byte) => byte === 0)
      : ['x5chain', CHAIN, 'sigTst', 'sigTst2', 'rVals'].includes(key as string | number),
  );
}

function certificatesOf(value: Cbor | undefined): X509Certificate[] {
  const written = isBytes(value) ? [value] : Array.isArray(value) ? value.filter(isBytes) : [];
  if (written.length > MAX_CERTIFICATES || written.some(({ length }) => length > MAX_CERTIFICATE_BYTES)) throw new Error('too many certificates');
  return written.map((der) => new X509Certificate(der));
}

function isTrusted(chain: X509Certificate[], { anchors, now }: Trust): boolean {
  const [signer] = chain;
  const last = chain.at(-1);
  if (!signer || !last || signer.ca || !signer.keyUsage?.some((purpose) => PURPOSES.includes(purpose))) return false;
  const isInOrder = chain.every((one, at) => {
    const issuer = chain[at + 1];
    return isValid(one, now) && (at === 0 || one.ca) && (!issuer || isIssuedBy(one, issuer));
  });
  return (
    isInOrder &&
    anchors.some((pem) => {
      const anchor = new X509Certificate(pem);
      return isValid(anchor, now) && anchor.ca && (anchor.fingerprint256 === last.fingerprint256 || isIssuedBy(last, anchor));
    })
  );
}

const isValid = ({ validFromDate, validToDate }: X509Certificate, now: number): boolean => validFromDate.getTime() <= now && now <= validToDate.getTime();

const isIssuedBy = (one: X509Certificate, issuer: X509Certificate): boolean => one.checkIssued(issuer) && one.verify(issuer.publicKey);

const CONTEXT = 'Signature1';

/** COSE's `Sig_structure`: a list of the context, the header, nothing, and the claim. */
function signedBytes(header: Uint8Array, claim: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([0x84, 0x60 + CONTEXT.length]), Buffer.from(CONTEXT), ...lengthened(header), Buffer.from([0x40]), ...lengthened(claim)]);
}

function lengthened(bytes: Uint8Array): Uint8Array[] {
  const { length } = bytes;
  if (length < 24) return [Buffer.from([0x40 + length]), bytes];
  if (length < 0x100) return [Buffer.from([0x58, length]), bytes];
  if (length < 0x1_0000) return [Buffer.from([0x59, length >> 8, length & 0xff]), bytes];
  const head = Buffer.alloc(5, 0x5a);
  head.writeUInt32BE(length, 1);
  return [head, bytes];
}

const HASHES = ['sha256', 'sha384', 'sha512'];

/** The hash of these pieces; null for an algorithm that isn't accepted. */
export function hashOf(algorithm: Cbor, pieces: Uint8Array[]): Buffer | null {
  if (typeof algorithm !== 'string' || !HASHES.includes(algorithm)) return null;
  const hash = createHash(algorithm);
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}
