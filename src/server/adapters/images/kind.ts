import { Invalid } from '../../errors.ts';

const TAKEN = 'Send a photo as JPEG, PNG, WebP, HEIF or AVIF.';

/** `compatible` brands of the ISO container: which say AV1 inside, and which say HEVC, that the shop has no decoder for. */
const AVIF_BRANDS = ['avif', 'avis'];
const HEVC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
const HEIF_BRANDS = ['mif1', 'mif2', 'msf1', 'miaf'];

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'heif';

/** HEVC photos can't be read here; said the same way wherever it is found out. */
export const refuseHevc = (): never => {
  throw new Invalid(
    'This is an HEIC photo in HEVC, which the shop can’t read. Send it as JPEG; on an iPhone, Settings, Camera, Formats, Most Compatible takes such photos.',
  );
};

const brandsOf = (bytes: Buffer): string[] => {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
};

const isIsoPicture = (bytes: Buffer): boolean => {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  const brands = brandsOf(bytes);
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return true;
  if (brands.some((brand) => HEVC_BRANDS.includes(brand))) return refuseHevc();
  return brands.some((brand) => HEIF_BRANDS.includes(brand));
};

/** What people send by mistake, by its first bytes, so that the refusal can name it. */
const STRANGERS: [name: string, beginnings: string[]][] = [
  ['a GIF', ['GIF87a', 'GIF89a']],
  ['a PDF', ['%PDF-']],
  ['a TIFF', ['II*\0', 'MM\0*', 'II+\0', 'MM\0+']],
  ['a BMP', ['BM']],
  ['a ZIP archive', ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08']],
];

const strangerOf = (bytes: Buffer): string | undefined => {
  const head = bytes.toString('latin1', 0, 1024);
  if (head.slice(4, 8) === 'ftyp') return 'a video';
  if (head.includes('<svg')) return 'an SVG';
  return STRANGERS.find(([, beginnings]) => beginnings.some((beginning) => head.startsWith(beginning)))?.[0];
};

/**
 * The kind of picture by content alone; names and media types are only claims. Throws `Invalid` for any other.
 * It runs before the decoder sees a byte, so that nothing the shop does not take is ever parsed.
 */
export const kindOf = (bytes: Buffer): PictureKind => {
  if (bytes.length === 0) throw new Invalid('This file is empty. Choose the picture again.');
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  if (isIsoPicture(bytes)) return 'heif';
  const stranger = strangerOf(bytes);
  throw new Invalid(stranger ? `This is ${stranger}, not a photo that the shop can show. ${TAKEN}` : `This is not a picture that the shop can show. ${TAKEN}`);
};
