import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';

const PHONE_WIDTH = 4000;
const PHONE_HEIGHT = 3000;

type Corner = 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight';
/** Red, green, blue and yellow corners show which way up a picture is. */
const CORNERS: Record<Corner, string> = { topLeft: '#e00000', topRight: '#00a000', bottomLeft: '#0000e0', bottomRight: '#e0c000' };

const PATCHES = 8;
const PATCHES_PX = 64;

export const SVG = Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>alert(1)</script></svg>');
export const ZIP = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(300, 7)]);
export const PDF = Buffer.from('%PDF-1.7\n1 0 obj << >> endobj\n');

/** A valid picture of this size and format, with quarters in four colors. */
export function pictureOf(format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff', width = 800, height = 600): Promise<Buffer> {
  return cornered(width, height)
    .toFormat(format, format === 'avif' ? { effort: 0 } : {})
    .toBuffer();
}

function cornered(width: number, height: number) {
  const w = Math.ceil(width / 2);
  const h = Math.ceil(height / 2);
  const piece = (color: string, left: number, top: number) => ({
    input: { create: { width: w, height: h, channels: 3 as const, background: color } },
    left,
    top,
  });
  return sharp({ create: { width, height, channels: 3, background: '#808080' } }).composite([
    piece(CORNERS.topLeft, 0, 0),
    piece(CORNERS.topRight, width - w, 0),
    piece(CORNERS.bottomLeft, 0, height - h),
    piece(CORNERS.bottomRight, width - w, height - h),
  ]);
}

/** A small picture of random color patches, which is never a duplicate. */
export function patchesAtRandom(): Promise<Buffer> {
  return sharp(randomBytes(PATCHES * PATCHES * 3), { raw: { width: PATCHES, height: PATCHES, channels: 3 } })
    .resize(PATCHES_PX)
    .png()
    .toBuffer();
}

/** As saved by a phone held upright: 4000 x 3000 pixels on their side (EXIF orientation 6), with the maker and the location. */
export async function phonePhoto12MP(): Promise<Buffer> {
  const plain = await cornered(PHONE_WIDTH, PHONE_HEIGHT).png({ compressionLevel: 1 }).toBuffer();
  return sharp(plain)
    .withExif({
      IFD0: { Make: 'Redial Test Camera', Model: 'T-1' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 3950/100' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Returns the corner whose color is found near this corner of a picture. */
export async function cornerOf(bytes: Buffer, corner: Corner): Promise<Corner | null> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const x = corner.endsWith('Left') ? Math.floor(info.width * 0.2) : Math.floor(info.width * 0.8);
  const y = corner.startsWith('top') ? Math.floor(info.height * 0.2) : Math.floor(info.height * 0.8);
  const pixel = [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)];
  const away = (color: string) => pixel.reduce((sum, value, at) => sum + Math.abs(value - Number.parseInt(color.slice(1 + at * 2, 3 + at * 2), 16)), 0);
  return (Object.keys(CORNERS) as Corner[]).find((name) => away(CORNERS[name]) < 60) ?? null;
}

/** A grayscale JPEG with this many scans, each valid and nearly empty (880 at most): the decoder goes over all of its pixels once for each. */
export function jpegWithScans(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const segment = (marker: number, ...bytes: number[]) => Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes]);
  const scan = (from: number, to: number, bits: number) => segment(0xda, 1, 1, 0, from, to, bits);
  // End-of-band runs of up to 32,767 blocks: one bit of code, fourteen bits of count.
  const runs = Array.from({ length: Math.ceil(blocks / 32_767) }, (_, at) => Math.max(0, Math.min(32_767, blocks - at * 32_767) - 16_384));
  const bits = runs.map((run) => `0${run.toString(2).padStart(14, '0')}`).join('');
  const octets = (bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/gu) ?? []).map((octet) => Number.parseInt(octet, 2));
  const empty = Buffer.from(octets.flatMap((octet) => (octet === 0xff ? [0xff, 0] : [octet])));
  const later = Array.from({ length: scans - 1 }, (_, at) => {
    const [frequency, low] = [(at % 63) + 1, 13 - Math.floor(at / 63)];
    return [scan(frequency, frequency, ((low === 13 ? 0 : low + 1) << 4) | low), empty];
  });
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0),
    segment(0xc4, 0x00, 1, ...Array<number>(15).fill(0), 0),
    segment(0xc4, 0x10, 1, ...Array<number>(15).fill(0), 0xe0),
    scan(0, 0, 0),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...later.flat(),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A still AVIF of one color: forty megapixels in little more than a thousand bytes. */
export function flatAvif(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#888' } })
    .avif({ effort: 0, quality: 30 })
    .toBuffer();
}

/** A PNG of one pixel with these chunks added. */
export function pngWithChunks(...chunks: [type: string, body: Buffer][]): Buffer {
  const plain = pngClaiming(1, 1);
  return Buffer.concat([plain.subarray(0, 33), ...chunks.map(([type, body]) => chunk(type, body)), plain.subarray(33)]);
}

/** A few bytes of PNG whose header claims any size. */
export function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from([0x78, 0x9c, 3, 0, 0, 0, 0, 1])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(body.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc(named), named.length + 4);
  return framed;
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** The same photo, but its container claims this size. */
export function heicClaiming(width: number, height: number): Buffer {
  const photo = Buffer.from(heicPhoto());
  const at = photo.indexOf('ispe', 0, 'latin1') + 8;
  photo.writeUInt32BE(width, at);
  photo.writeUInt32BE(height, at + 4);
  return photo;
}

/**
 * A photo as saved by iPhones: HEVC in an ISO container, 400 × 300 pixels to be rotated by 90°, in Display P3, with the maker and the location. Drawn
 * like `phonePhoto12MP`, and encoded with Debian's heif-enc.
 */
export const heicPhoto = (): Buffer => readFileSync(new URL('../pictures/upright.heic', import.meta.url));
