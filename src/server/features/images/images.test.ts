import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES } from '#contract/images.ts';
import { imageIdOf } from '#contract/shared/image-sizes.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { jpegWithScans, pictureOf, pngClaiming, pngWithChunks, SVG } from '#test/support/pictures.ts';
import { createCategory, createPerson, listingInput, type Person } from '#test/support/world/world.ts';

type Part = { name: string; file?: string; bytes: Buffer };

const BOUNDARY = 'a-boundary-of-the-test';

function multipartOf(parts: Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ name, file, bytes }) => [
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"\r\ncontent-type: image/jpeg` : ''}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

describe('Photo uploads', () => {
  let shop: TestApp;
  let token: string;
  let picture: Buffer;
  beforeAll(async () => {
    shop = await createTestApp();
    token = (await createPerson(shop, 'buyer')).token;
    picture = await pictureOf('jpeg', 700, 500);
  });
  afterAll(() => shop.close());

  const send = (payload: Buffer, { as = token, type = `multipart/form-data; boundary=${BOUNDARY}` } = {}) =>
    shop.app.inject({ method: 'POST', url: '/api/images', headers: { 'content-type': type, ...(as && { authorization: `Bearer ${as}` }) }, payload });
  const upload = (...parts: Part[]) => send(multipartOf(parts));

  it('Returns an address that always shows the photo', async () => {
    const reply = await upload({ name: 'image', file: 'phone.jpg', bytes: picture }, { name: 'note', bytes: Buffer.from('hello') });
    expect(reply.statusCode).toBe(200);
    const address: string = reply.json().data.display_url;
    const shown = await shop.app.inject({ url: address });
    expect(shown.statusCode).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const again = await shop.app.inject({ url: address, headers: { 'if-none-match': String(shown.headers.etag) } });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    const head = await shop.app.inject({ method: 'HEAD', url: address.replace('1280', '320') });
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
  });

  it('Whoever else shows a photo can’t have it deleted', async () => {
    await createCategory(shop);
    const [owner, other] = [await createPerson(shop, 'seller'), await createPerson(shop, 'seller')];
    const bytes = multipartOf([{ name: 'image', file: 'phone.jpg', bytes: picture }]);
    const uploadAs = async ({ token: as }: Person): Promise<string> => (await send(bytes, { as })).json().data.display_url;
    const image = await uploadAs(owner);
    /** Lists a phone with the photo, and then replaces it. */
    const showForAWhile = async (seller: Person): Promise<void> => {
      const listed = await shop.call('POST', `/products?email=${seller.email}`, { as: seller.token, body: listingInput({ image }) });
      expect(listed.status).toBe(201);
      const { insertedId } = listed.body as { insertedId: string };
      const edit = { revision: 1, image: await uploadAs(seller), photos: [] };
      expect((await shop.call('PATCH', `/products/${insertedId}`, { as: seller.token, body: edit })).status).toBe(200);
    };
    const isDiscarded = async (): Promise<boolean> => {
      const row = await shop.services.db.selectFrom('images').select('removed_at').where('id', '=', imageIdOf(image, shop.services.images)).executeTakeFirst();
      return row?.removed_at !== null;
    };
    await showForAWhile(other);
    expect(await isDiscarded()).toBe(false);
    await showForAWhile(owner);
    expect(await isDiscarded()).toBe(true);
  });

  it('Rejects uploads of people who aren’t logged in', async () => {
    const reply = await send(multipartOf([{ name: 'image', file: 'phone.jpg', bytes: picture }]), { as: '' });
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'not_signed_in']);
  });

  it.each([
    ['no file', [{ name: 'image', bytes: Buffer.from('text') }], 400],
    ['nothing at all', [], 400],
    ['another field', [{ name: 'photo', file: 'a.jpg', bytes: Buffer.alloc(200_000) }], 400],
    [
      'two files',
      [
        { name: 'image', file: 'a.jpg', bytes: Buffer.from('x') },
        { name: 'image', file: 'b.jpg', bytes: Buffer.from('x') },
      ],
      400,
    ],
    ['three files', ['a', 'b', 'c'].map((file) => ({ name: 'image', file, bytes: Buffer.from('x') })), 400],
    ['an SVG called a photo', [{ name: 'image', file: 'a.jpg', bytes: SVG }], 422],
    ['an empty file', [{ name: 'image', file: 'a.jpg', bytes: Buffer.alloc(0) }], 422],
    ['a field that is a prototype’s', [{ name: '__proto__', file: 'a.jpg', bytes: Buffer.from('x') }], 400],
    ['eleven megabytes', [{ name: 'image', file: 'a.jpg', bytes: Buffer.alloc(MAX_IMAGE_BYTES + 1) }], 413],
  ] as [string, Part[], number][])('Rejects %s with a message', async (_name, parts, status) => {
    const reply = await upload(...parts);
    expect(reply.statusCode).toBe(status);
    expect(reply.json().message).toMatch(/^[A-Z].*\.$/u);
    expect(Object.keys(reply.json()).sort()).toEqual(['code', 'message']);
  });

  it('Rejects uploads that aren’t multipart or are cut off', async () => {
    const json = await shop.call('POST', '/images', { as: token, body: { image: 'x' } });
    expect(json.status).toBe(400);
    const whole = multipartOf([{ name: 'image', file: 'a.jpg', bytes: picture }]);
    const cut = await send(whole.subarray(0, whole.length - 900));
    expect([cut.statusCode, cut.json().code]).toEqual([400, 'malformed']);
    const bare = await send(whole, { type: 'multipart/form-data' });
    expect(bare.statusCode).toBe(400);
  });

  it('Sends the rejection even to a client that uploads far too much', async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = shop.app.server.address() as AddressInfo;
    const body = multipartOf([{ name: 'image', file: 'a.jpg', bytes: Buffer.alloc(3 * MAX_IMAGE_BYTES) }]);
    for (const length of [{ 'content-length': String(body.length) }, {}]) {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const headers = { ...length, authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
        const sent = httpRequest({ port, host: '127.0.0.1', path: '/api/images', method: 'POST', headers }, (reply) => {
          reply.resume();
          resolve(reply.statusCode);
        });
        sent.on('error', reject);
        sent.end(body);
      });
      expect(status).toBe(413);
    }
  });

  it('Asks someone who uploads many photos at the same time to wait, and lets them continue afterwards', async () => {
    const replies = await Promise.all(Array.from({ length: 7 }, () => upload({ name: 'image', file: 'a.jpg', bytes: picture })));
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 200, 200, 200, 429, 429, 429]);
    expect(replies.find((reply) => reply.statusCode === 429)?.headers['retry-after']).toBe('3');
    expect((await upload({ name: 'image', file: 'a.jpg', bytes: picture })).statusCode).toBe(200);
  });

  it('Rejects a small file that is expensive to decode before decoding it, and says why', async () => {
    const scans = await upload({ name: 'image', file: 'a.jpg', bytes: jpegWithScans(8000, 5000, 600) });
    expect([scans.statusCode, scans.json().message]).toEqual([422, expect.stringContaining('more than 32 scans')]);
    const texts = pngWithChunks(...Array.from({ length: 20 }, (): [string, Buffer] => ['iTXt', Buffer.alloc(100)]));
    expect((await upload({ name: 'image', file: 'a.png', bytes: texts })).statusCode).toBe(422);
  });

  it.each([
    '/images/01990000-0000-7000-8000-000000000000/640.webp',
    '/images/01990000-0000-7000-8000-000000000000/641.webp',
    '/images/..%2f..%2fredial.db/640.webp',
    '/images/%2e%2e/redial.db',
    '/images/01990000-0000-7000-8000-000000000000/..%2f..%2f..%2fredial.db',
    '/images/.unfinished-01990000-0000-7000-8000-000000000000/640.webp',
    '/images/01990000-0000-7000-8000-000000000000/640.webp%00',
  ])('Returns nothing at %s', async (address) => {
    const reply = await shop.app.inject({ url: address });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
  });
});

describe('The pixel budget', () => {
  it('Charges pixels before decoding: a person over budget waits, and others continue', async () => {
    // A twentieth of the limits: 120 megapixels at once.
    const shop = await createTestApp({ RATE_LIMITS: '0.05' });
    // Newcomers' budgets are smaller.
    const since = shop.clock.now() - 2 * 86_400_000;
    const [eager, other] = [await createPerson(shop, 'buyer', { since }), await createPerson(shop, 'buyer', { since })];
    const decoded: number[] = [];
    const { put } = shop.services.images;
    shop.services.images.put = (bytes) => {
      decoded.push(bytes.length);
      return put(bytes);
    };
    const large = multipartOf([{ name: 'image', file: 'a.png', bytes: pngClaiming(8000, 5000) }]);
    const send = (as: string, remoteAddress: string) => {
      const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: `Bearer ${as}` };
      return shop.app.inject({ method: 'POST', url: '/api/images', headers, payload: large, remoteAddress });
    };
    const statuses: number[] = [];
    for (let number = 0; number < 5; number += 1) statuses.push((await send(eager.token, `203.0.113.${number}`)).statusCode);
    const refused = await send(eager.token, '203.0.113.9');
    expect([refused.statusCode, refused.json().message]).toEqual([429, expect.stringMatching(/^Too many large pictures .*\.$/u)]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // Each declares 40 megapixels, none of them readable.
    const paid = statuses.filter((status) => status === 422).length;
    expect([paid < 4, decoded.length]).toEqual([true, paid]);
    expect((await send(other.token, '203.0.113.9')).statusCode).toBe(422);
    await shop.close();
  });
});
