import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import sharp from 'sharp';
import { createDocument } from './documents.ts';

const MARK = new URL('../../web/public/favicon.svg', import.meta.url);
const GROUND = '#f8f6f2';
const ACCENT = '#2b44c7';
const DAY = 'public, max-age=86400';

/** An admin's logo; null: the shop's own mark. */
type Logo = Buffer | null;

const FILES: { path: string; type: string; make: (logo: Logo) => Promise<Buffer> }[] = [
  { path: '/favicon.ico', type: 'image/x-icon', make: ico },
  { path: '/apple-touch-icon.png', type: 'image/png', make: (logo) => maskable(180, logo) },
  { path: '/icon-192.png', type: 'image/png', make: (logo) => png(192, logo) },
  { path: '/icon-512.png', type: 'image/png', make: (logo) => png(512, logo) },
  { path: '/icon-maskable-512.png', type: 'image/png', make: (logo) => maskable(512, logo) },
  { path: '/card.jpg', type: 'image/jpeg', make: card },
];

type Branding = {
  shopName: () => string;
  /** The address of the shop's own logo; undefined when it has none. */
  logo: () => string | undefined;
  /** The picture at that address, if the shop stores it itself. */
  readLogo(address: string): Promise<Buffer | null>;
};

/**
 * Serves the shop's icon in every form that browsers, phones and link previews request, rendered on first use from the logo, or else the built-in
 * SVG.
 */
export function serveIcons(app: FastifyInstance, { shopName, logo, readLogo }: Branding): void {
  for (const { path, type, make } of FILES) {
    let made: { of: string | undefined; picture: Promise<Buffer> } | null = null;
    const makeOf = async (of: string | undefined): Promise<Buffer> => make(of === undefined ? null : await readLogo(of));
    app.get(path, async (_request, reply): Promise<FastifyReply> => {
      const of = logo();
      if (made?.of !== of) made = null;
      made ??= {
        of,
        picture: makeOf(of).catch((error: unknown) => {
          made = null;
          throw error;
        }),
      };
      return reply
        .type(type)
        .header('cache-control', DAY)
        .send(await made.picture);
    });
  }
  const sendManifest = createDocument((version) => {
    const { name, hasLogo } = JSON.parse(version) as { name: string; hasLogo: boolean };
    return { type: 'application/manifest+json', body: JSON.stringify(manifestOf(name, hasLogo)), headers: { 'cache-control': 'public, max-age=300' } };
  });
  app.get('/site.webmanifest', (request, reply) => sendManifest(request, reply, JSON.stringify({ name: shopName(), hasLogo: logo() !== undefined })));
}

function manifestOf(shopName: string, hasLogo: boolean): object {
  return {
    name: shopName,
    short_name: shopName,
    description: `${shopName}: second-hand phones from people near you.`,
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ...(hasLogo ? [] : [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }]),
    ],
  };
}

async function png(side: number, logo: Logo): Promise<Buffer> {
  const drawing = logo ? sharp(logo) : sharp(await readFile(MARK), { density: (72 * side) / 32 });
  return drawing
    .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
}

/** With a margin, so that round and square masks cut nothing off. */
async function maskable(side: number, logo: Logo): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: logo ? GROUND : ACCENT } })
    .composite([{ input: await png(Math.round(side * 0.7), logo) }])
    .png()
    .toBuffer();
}

/** A 32-pixel picture in the old format that browsers request unprompted. */
async function ico(logo: Logo): Promise<Buffer> {
  const picture = await png(32, logo);
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, picture]);
}

/** The link preview of the shop: 1200 × 630 pixels. */
async function card(logo: Logo): Promise<Buffer> {
  return sharp({ create: { width: 1200, height: 630, channels: 3, background: GROUND } })
    .composite([{ input: await png(300, logo) }])
    .jpeg({ quality: 85 })
    .toBuffer();
}
