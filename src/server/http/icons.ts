import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import sharp from 'sharp';

const MARK = new URL('../../web/public/favicon.svg', import.meta.url);
const GROUND = '#f8f6f2';
const ACCENT = '#2b44c7';
const DAY = 'public, max-age=86400';

const png = async (side: number): Promise<Buffer> =>
  sharp(await readFile(MARK), { density: (72 * side) / 32 })
    .resize(side, side)
    .png()
    .toBuffer();

/** With room around it, so that a round or a square mask cuts nothing off. */
const maskable = async (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: ACCENT } })
    .composite([{ input: await png(Math.round(side * 0.7)) }])
    .png()
    .toBuffer();

/** One picture of 32 pixels in the old container that browsers ask for by themselves. */
const ico = async (): Promise<Buffer> => {
  const picture = await png(32);
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
};

/** What a link to the shop shows where it is passed on: 1200 × 630 pixels. */
const card = async (): Promise<Buffer> =>
  sharp({ create: { width: 1200, height: 630, channels: 3, background: GROUND } })
    .composite([{ input: await png(300) }])
    .jpeg({ quality: 85 })
    .toBuffer();

const FILES: { path: string; type: string; make: () => Promise<Buffer> }[] = [
  { path: '/favicon.ico', type: 'image/x-icon', make: ico },
  { path: '/apple-touch-icon.png', type: 'image/png', make: () => maskable(180) },
  { path: '/icon-192.png', type: 'image/png', make: () => png(192) },
  { path: '/icon-512.png', type: 'image/png', make: () => png(512) },
  { path: '/icon-maskable-512.png', type: 'image/png', make: () => maskable(512) },
  { path: '/card.jpg', type: 'image/jpeg', make: card },
];

const manifestOf = (shopName: string): object => ({
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
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
});

/** Serves the shop's mark in every form that browsers, phones and link previews ask for, drawn from the one SVG when first asked for. */
export const serveIcons = (app: FastifyInstance, shopName: () => string): void => {
  for (const { path, type, make } of FILES) {
    let made: Promise<Buffer> | null = null;
    app.get(path, async (_request, reply): Promise<FastifyReply> => {
      made ??= make().catch((error: unknown) => {
        made = null;
        throw error;
      });
      return reply
        .type(type)
        .header('cache-control', DAY)
        .send(await made);
    });
  }
  app.get('/site.webmanifest', async (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'public, max-age=300').send(manifestOf(shopName())),
  );
};
