import { InvalidError } from '../../errors.ts';

const TAKEN = 'Send a photo as JPEG, PNG, WebP, HEIC or AVIF.';

/** `compatible` brands of the ISO container: AV1 first, then HEVC as phones write it. */
const AVIF_BRANDS = ['avif', 'avis'];
const HEVC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
const HEIF_BRANDS = ['mif1', 'mif2', 'msf1', 'miaf'];

/** `heif` is AV1 in the ISO container, or not known yet; `heic` is HEVC, which has its own decoder. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'heif' | 'heic';

/** Files that people send by mistake, by their first bytes, so that the refusal can name the kind. */
const STRANGERS: [name: string, beginnings: string[]][] = [
  ['a GIF', ['GIF87a', 'GIF89a']],
  ['a PDF', ['%PDF-']],
  ['a TIFF', ['II*\0', 'MM\0*', 'II+\0', 'MM\0+']],
  ['a BMP', ['BM']],
  ['a ZIP archive', ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08']],
];

/**
 * Detects the kind of picture by content alone; names and media types are not trusted. Throws `InvalidError` for any other. It runs before the
 * decoder sees a byte, so that no format outside this list is ever parsed.
 */
export function kindOf(bytes: Buffer): PictureKind {
  if (bytes.length === 0) throw new InvalidError('This file is empty. Choose the picture again.');
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  const iso = isoKindOf(bytes);
  if (iso) return iso;
  const stranger = strangerOf(bytes);
  throw new InvalidError(stranger ? `This is ${stranger}, not a photo we can show. ${TAKEN}` : `We can’t show this kind of file. ${TAKEN}`);
}

function isoKindOf(bytes: Buffer): 'heif' | 'heic' | null {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return null;
  const brands = brandsOf(bytes);
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'heif';
  if (brands.some((brand) => HEVC_BRANDS.includes(brand))) return 'heic';
  return brands.some((brand) => HEIF_BRANDS.includes(brand)) ? 'heif' : null;
}

function brandsOf(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

function strangerOf(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 1024);
  if (head.slice(4, 8) === 'ftyp') return 'a video';
  if (head.includes('<svg')) return 'an SVG';
  return STRANGERS.find(([, beginnings]) => beginnings.some((beginning) => head.startsWith(beginning)))?.[0];
}
