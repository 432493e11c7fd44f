import { findCarried } from './carrier.ts';
import { type Cbor, decodeCbor, isBytes, isMap, mapsIn } from './cbor.ts';
import { parseSuperBox, type SuperBox } from './jumbf.ts';
import { hashOf, isSigned, type Trust } from './signature.ts';

/** What trusted credentials say of a capture: the time of the action, ISO 8601, if they name it. */
export type Capture = { when: string | null };

const SOURCE = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const CAPTURES = [`${SOURCE}digitalCapture`, `${SOURCE}computationalCapture`];
/** Changes that leave what the photo shows as it is. */
const HARMLESS = ['c2pa.created', 'c2pa.orientation', 'c2pa.resized', 'c2pa.cropped', 'c2pa.transcoded', 'c2pa.converted', 'c2pa.published'];

const ASSERTIONS = 'c2pa.assertions';
const DATA_HASH = 'c2pa.hash.data';

/**
 * Reads the Content Credentials (C2PA) of a JPEG or PNG. Returns the capture if the active manifest says that a camera took the picture and that it was
 * changed only harmlessly, if all it refers to has the hash it names, the picture too, and if its signer is trusted. Null otherwise.
 */
export function captureOf(bytes: Buffer, trust: Trust): Capture | null {
  if (trust.anchors.length === 0) return null;
  try {
    return readCapture(bytes, trust);
  } catch {
    // Whatever is malformed says nothing, however it is malformed.
    return null;
  }
}

function readCapture(bytes: Buffer, trust: Trust): Capture | null {
  const carried = findCarried(bytes);
  if (!carried) return null;
  const store = parseSuperBox(carried.box);
  const manifest = store.boxes.at(-1);
  if (store.kind !== 'c2pa' || store.label !== 'c2pa' || manifest?.kind !== 'c2ma') return null;
  const claim = payloadOf(manifest, 'c2cl', /^c2pa\.claim(?:\.v2)?$/u);
  if (!isSigned(payloadOf(manifest, 'c2cs', /^c2pa\.signature$/u), claim, trust)) return null;
  const claimed = decodeCbor(claim);
  if (!isMap(claimed) || !isSignatureOf(manifest, claimed)) return null;
  const assertions = assertionsOf(manifest, claimed);
  const bindings = assertions.filter(({ label }) => label === DATA_HASH);
  const [binding] = bindings;
  if (bindings.length !== 1 || !binding?.payload || !isBoundTo(bytes, carried, decodeCbor(binding.payload))) return null;
  return toCapture(assertions.filter(({ label }) => /^c2pa\.actions(?:\.v2)?$/u.test(label)));
}

function payloadOf(manifest: SuperBox, kind: string, label: RegExp): Uint8Array {
  const [box, ...others] = manifest.boxes.filter((one) => label.test(one.label));
  if (box?.kind !== kind || !box.payload || others.length > 0) throw new Error(`not one ${kind}`);
  return box.payload;
}

/** Whether the claim names the signature that stands beside it, by the manifest's name or within it. */
function isSignatureOf({ label }: SuperBox, claim: Map<Cbor, Cbor>): boolean {
  const named = claim.get('signature');
  return named === `self#jumbf=/c2pa/${label}/c2pa.signature` || named === 'self#jumbf=c2pa.signature';
}

/** The assertions that a claim refers to. Throws unless each is there once and has the hash that the claim names. */
function assertionsOf(manifest: SuperBox, claim: Map<Cbor, Cbor>): SuperBox[] {
  const stored = manifest.boxes.find(({ label }) => label === ASSERTIONS);
  if (stored?.kind !== 'c2as') throw new Error('no assertions');
  const byLabel = Map.groupBy(stored.boxes, ({ label }) => label);
  return ['assertions', 'created_assertions', 'gathered_assertions']
    .flatMap((key) => mapsIn(claim.get(key)))
    .map((reference) => {
      const { url, hash } = { url: reference.get('url'), hash: reference.get('hash') };
      const label = typeof url === 'string' ? (url.split('/').at(-1) ?? '') : '';
      const [box, ...others] = byLabel.get(label) ?? [];
      if (!box || others.length > 0 || !isEqual(hashOf(reference.get('alg') ?? claim.get('alg') ?? 'sha256', [box.content]), hash))
        throw new Error(`a wrong ${label}`);
      return box;
    });
}

/** Whether the picture, except where it carries the credentials themselves, is the one that was signed. */
function isBoundTo(bytes: Buffer, carried: { start: number; end: number }, binding: Cbor): boolean {
  if (!isMap(binding)) return false;
  const exclusions = mapsIn(binding.get('exclusions'));
  const [start, length] = [exclusions[0]?.get('start'), exclusions[0]?.get('length')];
  if (exclusions.length !== 1 || start !== carried.start || length !== carried.end - carried.start) return false;
  return isEqual(hashOf(binding.get('alg') ?? 'sha256', [bytes.subarray(0, carried.start), bytes.subarray(carried.end)]), binding.get('hash'));
}

const isEqual = (hash: Buffer | null, other: Cbor | undefined): boolean => hash !== null && isBytes(other) && hash.equals(other);

function toCapture(boxes: SuperBox[]): Capture | null {
  const actions = boxes.flatMap(({ payload }) => {
    const list = payload && decodeCbor(payload);
    return isMap(list ?? undefined) ? mapsIn((list as Map<Cbor, Cbor>).get('actions')) : [];
  });
  const created = actions.find((action) => action.get('action') === 'c2pa.created');
  if (!created || !CAPTURES.includes(String(created.get('digitalSourceType')))) return null;
  if (actions.some((action) => !HARMLESS.includes(String(action.get('action'))))) return null;
  const when = created.get('when');
  return { when: typeof when === 'string' ? when : null };
}

const GENERATED = /rainedAlgorithmicMedia|digitalsourcetype\/algorithmicMedia/u;

/** Whether the picture's credentials or its description (XMP) say that a program generated it or a part of it. Believed unsigned: nobody gains by it. */
export function isGenerated(bytes: Buffer, xmp: Buffer | undefined): boolean {
  const carried = findCarried(bytes);
  return [xmp, carried?.box].some((part) => part !== undefined && GENERATED.test(Buffer.from(part).toString('latin1')));
}
