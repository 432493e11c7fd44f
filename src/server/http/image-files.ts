import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { IMAGE_WIDTHS } from '#contract/images.ts';
import { NotFound } from '../errors.ts';
import { createGate } from '../gate.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const FILES: readonly string[] = IMAGE_WIDTHS.map((width) => `${width}.webp`);

const PREVIEW = 'card.jpg';

const readIfThere = async (path: string): Promise<Buffer> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new NotFound('There is no such picture.');
    throw error;
  }
};

/** How many previews are made at once; the others wait. */
const AT_ONCE = 1;
const GROUND = '#efebe4';

/** A picture as links to it show it elsewhere, 1200 × 630 pixels and a format that everybody reads; made when first asked for, and kept. */
const makePreview = async (folder: string): Promise<Buffer> => {
  const picture = await readIfThere(join(folder, '1280.webp'));
  const [backdrop, photo] = await Promise.all([
    sharp(picture).resize(1200, 630, { fit: 'cover' }).blur(40).modulate({ brightness: 0.9 }).toBuffer(),
    sharp(picture).resize(1200, 590, { fit: 'inside' }).toBuffer(),
  ]);
  const preview = await sharp({ create: { width: 1200, height: 630, channels: 3, background: GROUND } })
    .composite([{ input: backdrop }, { input: photo }])
    .jpeg({ quality: 82 })
    .toBuffer();
  const file = join(folder, PREVIEW);
  const unfinished = `${file}.${randomUUID()}`;
  // A preview that can't be kept is made again next time.
  await writeFile(unfinished, preview)
    .then(() => rename(unfinished, file))
    .catch(() => rm(unfinished, { force: true }));
  return preview;
};

const servePreviews = (app: FastifyInstance, directory: string): void => {
  const inTurn = createGate(AT_ONCE);
  app.get<{ Params: { id: string } }>('/images/:id/card.jpg', async (request, reply) => {
    const { id } = request.params;
    if (!ID.test(id)) throw new NotFound('There is no such picture.');
    const folder = join(directory, id);
    const kept = await readFile(join(folder, PREVIEW)).catch(() => null);
    const preview = kept ?? (await inTurn(async () => (await readFile(join(folder, PREVIEW)).catch(() => null)) ?? makePreview(folder)));
    return reply.type('image/jpeg').header('cache-control', 'public, max-age=31536000, immutable').header('x-content-type-options', 'nosniff').send(preview);
  });
};

/** Serves the image store's files. Only ids and sizes of the store's own form ever become a path. */
export const serveImageFiles = (app: FastifyInstance, directory: string): void => {
  servePreviews(app, directory);
  app.get<{ Params: { id: string; file: string } }>('/images/:id/:file', async (request, reply) => {
    const { id, file } = request.params;
    if (!ID.test(id) || !FILES.includes(file)) throw new NotFound('There is no such picture.');
    const bytes = await readIfThere(join(directory, id, file));
    // An address always shows the same picture, so the address is its own version.
    const etag = `"${id}-${file}"`;
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('x-content-type-options', 'nosniff').header('etag', etag);
    if (request.headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//u, '') === etag)) return reply.status(304).send();
    return reply.type('image/webp').send(bytes);
  });
};
