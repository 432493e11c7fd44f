import type { FastifyInstance } from 'fastify';
import { IMAGE_WIDTHS } from '#contract/images.ts';
import { UUID } from '#contract/shared/uuid.ts';
import { NotFoundError } from '../errors.ts';
import type { ImageFiles } from '../ports/image-store.ts';
import { networkKeyOf } from '../security/client-network.ts';
import { createFairQueue } from '../security/fair-queue.ts';

const FILES: readonly string[] = IMAGE_WIDTHS.map((width) => `${width}.webp`);

const PREVIEW = 'card.jpg';

/** One at a time per client; other networks' previews go in between. Uploads have a queue of their own. */
const QUEUE = { name: 'link previews', atOnce: 1, mostWaiting: 40, mostOfPerson: 10, longestWaitMs: 20_000, retryAfterSeconds: 5 };

/** Renders the link preview of a stored picture. */
type MakePreview = (picture: Buffer) => Promise<Buffer>;

/** Serves pictures in the shop's sizes. Only valid ids and known sizes ever become a path. */
export function serveImageFiles(app: FastifyInstance, files: ImageFiles, makePreview: MakePreview): void {
  servePreviews(app, files, makePreview);
  app.get<{ Params: { id: string; file: string } }>('/images/:id/:file', async (request, reply) => {
    const { id, file } = request.params;
    if (!UUID.test(id) || !FILES.includes(file)) throw new NotFoundError('We couldn’t find this picture.');
    const bytes = await readIfThere(files, id, file);
    // An address always shows the same picture, so the address can be its ETag.
    const etag = `"${id}-${file}"`;
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('x-content-type-options', 'nosniff').header('etag', etag);
    if (request.headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//u, '') === etag)) return reply.status(304).send();
    return reply.type('image/webp').send(bytes);
  });
}

function servePreviews(app: FastifyInstance, files: ImageFiles, make: MakePreview): void {
  const queue = createFairQueue(QUEUE);
  /** Concurrent requests for one preview share its rendering. */
  const making = new Map<string, Promise<Buffer>>();
  const makeOnce = (id: string, network: string): Promise<Buffer> => {
    const begun = making.get(id) ?? queue.run({ network, person: network }, () => makeAndKeep(files, id, make)).finally(() => making.delete(id));
    making.set(id, begun);
    return begun;
  };
  app.get<{ Params: { id: string } }>('/images/:id/card.jpg', async (request, reply) => {
    const { id } = request.params;
    if (!UUID.test(id)) throw new NotFoundError('We couldn’t find this picture.');
    const network = networkKeyOf(app.findAddress(request));
    const cached = await files.read(id, PREVIEW);
    const preview = cached ?? (await makeOnce(id, network));
    return reply.type('image/jpeg').header('cache-control', 'public, max-age=31536000, immutable').header('x-content-type-options', 'nosniff').send(preview);
  });
}

/** Renders a preview on first use, and stores it. */
async function makeAndKeep(files: ImageFiles, id: string, make: MakePreview): Promise<Buffer> {
  const cached = await files.read(id, PREVIEW);
  if (cached) return cached;
  const preview = await make(await readIfThere(files, id, '1280.webp'));
  // A preview that can't be stored is rendered again next time.
  await files.write(id, PREVIEW, preview).catch(() => {});
  return preview;
}

async function readIfThere(files: ImageFiles, id: string, name: string): Promise<Buffer> {
  const bytes = await files.read(id, name);
  if (!bytes) throw new NotFoundError('We couldn’t find this picture.');
  return bytes;
}
