import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type MisbehavingHost, startHost } from './misbehaving-host.ts';

export const IMGBB_KEY = '0123456789abcdef0123456789abcdef';

/** Stands in for imgbb's API, version 1: its only call, with replies as in its documentation. */
export type ImgbbDouble = MisbehavingHost & {
  settings: Record<string, string>;
  /** Every picture by its `display_url`. */
  pictures: Map<string, Buffer>;
};

export async function startImgbbDouble(): Promise<ImgbbDouble> {
  const pictures = new Map<string, Buffer>();
  const answer = async (request: IncomingMessage): Promise<[status: number, body: object]> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://imgbb');
    if (request.method !== 'POST' || pathname !== '/1/upload') return [404, refused('Invalid API action.', 100)];
    const image = (await readForm(request).catch(() => null))?.get('image');
    if (searchParams.get('key') !== IMGBB_KEY) return [400, refused('Invalid API v1 key.', 100)];
    if (!(image instanceof Blob)) return [400, refused('Empty upload source.', 130)];
    const bytes = Buffer.from(await image.arrayBuffer());
    const reply = accepted(bytes);
    pictures.set(reply.data.display_url, bytes);
    return [200, reply];
  };
  const host = await startHost((request, response) => {
    void answer(request).then(([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)));
  });
  return { ...host, pictures, settings: { IMGBB_KEY, IMGBB_API_URL: host.url } };
}

const refused = (message: string, code: number) => ({ status_code: 400, error: { message, code }, status_txt: 'Bad Request' });

async function readForm(request: IncomingMessage): Promise<FormData> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(new Uint8Array(Buffer.concat(parts)), { headers }).formData();
}

function accepted(bytes: Buffer) {
  const [id, hash] = [randomBytes(4).toString('hex').slice(0, 7), randomBytes(16).toString('hex')];
  const file = { filename: 'picture.webp', name: 'picture', mime: 'image/webp', extension: 'webp' };
  const at = (path: string) => `https://i.ibb.co/${path}/picture.webp`;
  return {
    data: {
      id,
      title: 'picture',
      url_viewer: `https://ibb.co/${id}`,
      url: at(`${id}a`),
      display_url: at(`${id}b`),
      width: '1280',
      height: '960',
      size: String(bytes.length),
      time: '1552042565',
      expiration: '0',
      image: { ...file, url: at(`${id}a`) },
      thumb: { ...file, url: at(id) },
      medium: { ...file, url: at(`${id}b`) },
      delete_url: `https://ibb.co/${id}/${hash}`,
    },
    success: true,
    status: 200,
  };
}
