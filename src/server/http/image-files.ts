import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { IMAGE_WIDTHS } from '#contract/images.ts';
import { NotFound } from '../errors.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const FILES: readonly string[] = IMAGE_WIDTHS.map((width) => `${width}.webp`);

const readIfThere = async (path: string): Promise<Buffer> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new NotFound('There is no such picture.');
    throw error;
  }
};

/** Serves the image store's files. Only ids and sizes of the store's own form ever become a path. */
export const serveImageFiles = (app: FastifyInstance, directory: string): void => {
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
