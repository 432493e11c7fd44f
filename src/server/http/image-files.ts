import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { IMAGE_WIDTHS } from '#contract/images.ts';
import { NotFound } from '../errors.ts';
import { createGate } from '../gate.ts';
import type { ImageFiles } from '../ports/image-store.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const FILES: readonly string[] = IMAGE_WIDTHS.map((width) => `${width}.webp`);

const PREVIEW = 'card.jpg';

const readIfThere = async (files: ImageFiles, id: string, name: string): Promise<Buffer> => {
  const bytes = await files.read(id, name);
  if (!bytes) throw new NotFound('There is no such picture.');
  return bytes;
};

/** How many previews are made at once; the others wait. */
const AT_ONCE = 1;
const GROUND = '#efebe4';

/** A picture as links to it show it elsewhere, 1200 × 630 pixels and a format that everybody reads; made when first asked for, and kept. */
const makePreview = async (files: ImageFiles, id: string): Promise<Buffer> => {
  const picture = await readIfThere(files, id, '1280.webp');
  const [backdrop, photo] = await Promise.all([
    sharp(picture).resize(1200, 630, { fit: 'cover' }).blur(40).modulate({ brightness: 0.9 }).toBuffer(),
    sharp(picture).resize(1200, 590, { fit: 'inside' }).toBuffer(),
  ]);
  const preview = await sharp({ create: { width: 1200, height: 630, channels: 3, background: GROUND } })
    .composite([{ input: backdrop }, { input: photo }])
    .jpeg({ quality: 82 })
    .toBuffer();
  // A preview that can't be kept is made again next time.
  await files.write(id, PREVIEW, preview).catch(() => {});
  return preview;
};

const servePreviews = (app: FastifyInstance, files: ImageFiles): void => {
  const inTurn = createGate(AT_ONCE);
  app.get<{ Params: { id: string } }>('/images/:id/card.jpg', async (request, reply) => {
    const { id } = request.params;
    if (!ID.test(id)) throw new NotFound('There is no such picture.');
    const kept = await files.read(id, PREVIEW);
    const preview = kept ?? (await inTurn(async () => (await files.read(id, PREVIEW)) ?? makePreview(files, id)));
    return reply.type('image/jpeg').header('cache-control', 'public, max-age=31536000, immutable').header('x-content-type-options', 'nosniff').send(preview);
  });
};

/** Serves pictures in the shop's sizes. Only ids and sizes of their own form ever become a path. */
export const serveImageFiles = (app: FastifyInstance, files: ImageFiles): void => {
  servePreviews(app, files);
  app.get<{ Params: { id: string; file: string } }>('/images/:id/:file', async (request, reply) => {
    const { id, file } = request.params;
    if (!ID.test(id) || !FILES.includes(file)) throw new NotFound('There is no such picture.');
    const bytes = await readIfThere(files, id, file);
    // An address always shows the same picture, so the address is its own version.
    const etag = `"${id}-${file}"`;
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('x-content-type-options', 'nosniff').header('etag', etag);
    if (request.headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//u, '') === etag)) return reply.status(304).send();
    return reply.type('image/webp').send(bytes);
  });
};
