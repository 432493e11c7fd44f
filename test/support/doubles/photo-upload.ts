import { ApiError } from '../../../src/web/api.ts';
import type { Connection } from '../../../src/web/photo-upload/connection.ts';
import type { UploadCalls } from '../../../src/web/queries/images.ts';

/** A photo of this many bytes is reported as dark. */
export const DARK_BYTES = 77;
export const DARK_HINT = { kind: 'dark', message: 'This photo is very dark.' } as const;

/** The shop's side of uploads by its contract, in memory, with a connection that can be cut after some bytes. */
export function createUploadShop() {
  const uploads = new Map<string, { size: number; received: number }>();
  const shop = { uploads, bytesSent: 0, cutAfter: Number.POSITIVE_INFINITY, open: 0, mostOpen: 0, refusal: null as ApiError | null };
  const lost = () => new ApiError(0, { message: 'The connection is lost.', code: 'offline' });
  const answer = async <T>(make: () => T): Promise<T> => {
    shop.open += 1;
    shop.mostOpen = Math.max(shop.mostOpen, shop.open);
    await new Promise((resolve) => setTimeout(resolve));
    shop.open -= 1;
    if (shop.refusal) throw shop.refusal;
    if (shop.bytesSent >= shop.cutAfter) throw lost();
    return make();
  };
  const upload = (id: string) => uploads.get(id) ?? { size: 0, received: 0 };
  const calls: UploadCalls = {
    whole: (photo) => answer(() => ({ address: `whole:${photo.size}`, hints: photo.size === DARK_BYTES ? [DARK_HINT] : [] })),
    begin: (size) =>
      answer(() => {
        const id = `u${uploads.size}`;
        uploads.set(id, { size, received: 0 });
        return id;
      }),
    ask: (id) => answer(() => upload(id).received),
    send: (id, offset, part) =>
      answer(() => {
        if (offset !== upload(id).received) throw new ApiError(409, { message: 'Elsewhere.', code: 'conflict' });
        uploads.set(id, { size: upload(id).size, received: offset + part.size });
        shop.bytesSent += part.size;
        return offset + part.size;
      }),
    complete: (id) => answer(() => ({ address: `${id}:${upload(id).received}`, hints: [] })),
    drop: async (id) => void uploads.delete(id),
  };
  return { shop, calls };
}

/** A connection that is worth trying when the test says so. */
export function createTestConnection() {
  const waiting: (() => void)[] = [];
  const connection: Connection = {
    onLost: () => () => {},
    worthTrying: (_ms, signal) =>
      new Promise((resolve, reject) => {
        waiting.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  return { connection, waiting, back: () => waiting.splice(0).forEach((resolve) => void resolve()) };
}
