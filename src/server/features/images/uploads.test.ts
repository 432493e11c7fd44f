import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_IMAGE_BYTES, MAX_PART_BYTES, MAX_UNFINISHED_UPLOADS } from '#contract/images.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createPerson, type Person } from '#test/support/world/world.ts';
import { ProviderError } from '../../errors.ts';
import { lockUser } from '../accounts/index.ts';
import { sweepImages } from './index.ts';

describe('Uploads in parts', () => {
  let shop: TestApp;
  let seller: Person;
  let other: Person;
  let picture: Buffer;
  beforeAll(async () => {
    shop = await createTestApp();
    [seller, other] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
    picture = await pictureOf('png', 300, 200);
  });
  afterAll(() => shop.close());

  const begin = async (size: number): Promise<string> => {
    const { status, body } = await shop.call('POST', '/imageUploads', { as: seller.token, body: { size } });
    expect([status, body]).toEqual([201, { acknowledged: true, insertedId: expect.any(String) }]);
    return (body as { insertedId: string }).insertedId;
  };
  const put = async (id: string, offset: number | string, bytes: Buffer, { as = seller.token, type = 'application/octet-stream' } = {}) => {
    const headers = { authorization: `Bearer ${as}`, 'content-type': type };
    const reply = await shop.app.inject({ method: 'PUT', url: `/api/imageUploads/${id}?offset=${offset}`, headers, payload: bytes });
    return { status: reply.statusCode, body: reply.json() as Record<string, unknown> };
  };
  const ask = (id: string, as = seller.token) => shop.call('GET', `/imageUploads/${id}`, { as });
  const complete = (id: string, as = seller.token) => shop.call('POST', `/imageUploads/${id}/complete`, { as });
  const partsLeft = async (): Promise<number> => (await shop.services.db.selectFrom('image_upload_parts').select('size').execute()).length;

  it('Stores the photo from its parts, resumes after an interruption, and repeats its reply', async () => {
    const id = await begin(picture.length);
    const half = Math.floor(picture.length / 2);
    expect(await put(id, 0, picture.subarray(0, half))).toEqual({ status: 200, body: { received: half } });
    expect(await put(id, 0, picture.subarray(0, half))).toEqual({ status: 200, body: { received: half } });
    expect(await complete(id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('Send the rest first.') } });
    expect(await put(id, half + 1, Buffer.from('x'))).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringContaining(`${half} bytes`) },
    });
    expect(await ask(id)).toMatchObject({ status: 200, body: { size: picture.length, received: half } });
    expect(await put(id, half, picture.subarray(half))).toEqual({ status: 200, body: { received: picture.length } });
    const [one, same] = await Promise.all([complete(id), complete(id)]);
    expect([one.status, same.body]).toEqual([200, one.body]);
    expect((await complete(id)).body).toEqual(one.body);
    const { display_url: address } = (one.body as { data: { display_url: string } }).data;
    expect((await shop.app.inject({ url: address })).statusCode).toBe(200);
    expect(await partsLeft()).toBe(0);
    expect(await put(id, 0, picture.subarray(0, half))).toMatchObject({ status: 409, body: { message: 'This upload is already complete.' } });
  });

  it('Decodes a photo once that is completed several times at the same time', async () => {
    const id = await begin(picture.length);
    await put(id, 0, picture);
    const decoding = vi.spyOn(shop.services.images, 'put');
    const replies = await Promise.all([complete(id), complete(id), complete(id), complete(id, other.token)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
    expect(new Set(replies.slice(0, 3).map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(decoding).toHaveBeenCalledTimes(1);
    decoding.mockRestore();
  });

  it('Rejects parts that are too small', async () => {
    const id = await begin(400_000);
    expect(await put(id, 0, Buffer.alloc(999, 1))).toMatchObject({ status: 422, body: { message: expect.stringContaining('at least 1000 bytes') } });
    expect(await put(id, 0, Buffer.alloc(399_990, 1))).toMatchObject({ status: 200 });
    expect(await put(id, 399_990, Buffer.alloc(10, 1))).toMatchObject({ status: 200, body: { received: 400_000 } });
    await shop.call('DELETE', `/imageUploads/${id}`, { as: seller.token });
  });

  it('Accepts parts sent concurrently one after the other, each once', async () => {
    const id = await begin(40);
    const parts = [0, 10, 20, 30].map((at) => [at, Buffer.alloc(10, at + 1)] as const);
    for (let round = 0; round < 4; round += 1) await Promise.all([...parts, ...parts].map(([at, bytes]) => put(id, at, bytes)));
    expect((await ask(id)).body).toEqual({ size: 40, received: 40 });
    expect(await put(id, 10, Buffer.alloc(10, 99))).toMatchObject({ status: 409 });
    expect(await put(id, 30, Buffer.alloc(11, 31))).toMatchObject({ status: 422, body: { message: expect.stringContaining('past the end') } });
    expect(await shop.call('DELETE', `/imageUploads/${id}`, { as: seller.token })).toMatchObject({
      status: 200,
      body: { acknowledged: true, deletedCount: 1 },
    });
    expect([await partsLeft(), (await ask(id)).status]).toEqual([0, 404]);
  });

  it('Rejects a file that isn’t a photo like a whole upload, repeats the reply, and deletes its parts', async () => {
    const id = await begin(9);
    await put(id, 0, Buffer.from('%PDF-1.7\n'));
    const refused = await complete(id);
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid', message: expect.stringContaining('This is a PDF') } });
    expect([(await complete(id)).body, await partsLeft()]).toEqual([refused.body, 0]);
  });

  it('Keeps the parts while the image store is down', async () => {
    const id = await begin(picture.length);
    await put(id, 0, picture);
    const { put: save } = shop.services.images;
    shop.services.images.put = async () => {
      throw new ProviderError('Pictures can’t be kept right now.');
    };
    expect(await complete(id)).toMatchObject({ status: 502, body: { code: 'provider_failed' } });
    shop.services.images.put = save;
    expect((await complete(id)).status).toBe(200);
  });

  it('Keeps the parts when the connection drops while the photo waits for its turn', async () => {
    const ids = [await begin(picture.length), await begin(picture.length), await begin(picture.length)];
    for (const id of ids) await put(id, 0, picture);
    const { put: save, measure } = shop.services.images;
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
    let measured = 0;
    shop.services.images.put = (bytes) => until.then(() => save(bytes));
    shop.services.images.measure = (bytes) => {
      measured += 1;
      return measure(bytes);
    };
    // One network has two photos at once.
    const [one = '', two = '', third = ''] = ids;
    const running = [complete(one), complete(two)];
    await expect.poll(() => measured).toBe(2);
    const connection = new AbortController();
    const headers = { authorization: `Bearer ${seller.token}` };
    const waiting = shop.app.inject({ method: 'POST', url: `/api/imageUploads/${third}/complete`, headers, signal: connection.signal });
    await expect.poll(() => measured).toBe(3);
    connection.abort();
    await expect(waiting).rejects.toThrow();
    goOn();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    Object.assign(shop.services.images, { put: save, measure });
    expect((await complete(third)).status).toBe(200);
  });

  it.each([
    ['no size', {}, 422],
    ['nothing', { size: 0 }, 422],
    ['half a byte', { size: 1.5 }, 422],
    ['less than nothing', { size: -1 }, 422],
    ['words', { size: 'many' }, 422],
    ['more than the shop takes', { size: MAX_IMAGE_BYTES + 1 }, 413],
  ])('Rejects an upload with %s', async (_what, body, status) => {
    expect(await shop.call('POST', '/imageUploads', { as: seller.token, body })).toMatchObject({ status, body: { message: expect.stringMatching(/\.$/u) } });
  });

  it('Says that an upload is gone while the sweep has deleted its parts, but not itself yet', async () => {
    const id = await begin(picture.length);
    await put(id, 0, picture);
    await shop.services.db.deleteFrom('image_upload_parts').where('upload_id', '=', id).execute();
    expect(await complete(id)).toMatchObject({ status: 404, body: { message: 'This upload no longer exists. Choose the photo again.' } });
    await shop.services.db.deleteFrom('image_uploads').where('id', '=', id).execute();
  });

  it('Rejects invalid parts', async () => {
    const id = await begin(3_000_000);
    for (const offset of ['', '-1', '1.5', 'x', '1e3', '999999999']) expect(await put(id, offset, Buffer.from('x'))).toMatchObject({ status: 400 });
    expect(await put(id, 0, Buffer.alloc(0))).toMatchObject({ status: 400 });
    expect(await put(id, 0, Buffer.from('{}'), { type: 'application/json' })).toMatchObject({ status: 400 });
    expect(await put(id, 0, Buffer.alloc(MAX_PART_BYTES + 1))).toMatchObject({ status: 413, body: { code: 'too_large' } });
    expect(await put(id, 0, Buffer.alloc(MAX_PART_BYTES, 7))).toMatchObject({ status: 200, body: { received: MAX_PART_BYTES } });
    expect((await shop.call('DELETE', `/imageUploads/${id}`, { as: seller.token })).status).toBe(200);
  });

  it('Hides an upload from everybody but its owner', async () => {
    const id = await begin(10);
    const strangers = [await put(id, 0, Buffer.alloc(5), { as: other.token }), await ask(id, other.token), await complete(id, other.token)];
    strangers.push(await shop.call('DELETE', `/imageUploads/${id}`, { as: other.token }));
    expect(strangers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await shop.call('POST', '/imageUploads', { body: { size: 5 } })).status).toBe(401);
    expect((await ask(id)).body).toEqual({ size: 10, received: 0 });
  });

  it('Counts the uploads that a person begins at the same time one after the other', async () => {
    const person = await createPerson(shop, 'buyer');
    const started = { user_id: person.id, size: 1, received: 0, outcome: null, created_at: shop.clock.now() };
    const ids = Array.from({ length: MAX_UNFINISHED_UPLOADS }, () => crypto.randomUUID());
    const one = await shop.services.db.transaction().execute(async (tx) => {
      await lockUser(tx, person.id);
      const values = ids.map((id) => ({ id, ...started }));
      await tx.insertInto('image_uploads').values(values).execute();
      const other = shop.call('POST', '/imageUploads', { as: person.token, body: { size: 1 } });
      // Long enough for it to be counted, if it doesn't wait.
      await Promise.race([other, wait(500)]);
      return { other };
    });
    expect(await one.other).toMatchObject({ status: 429, body: { code: 'too_many' } });
  });

  it('Limits a person’s concurrent uploads, and deletes unfinished ones after a day', async () => {
    const own = shop.services.db.selectFrom('image_uploads').select('id').where('user_id', '=', seller.id);
    const left = (await own.where('outcome', 'is', null).execute()).length;
    for (let number = left; number < MAX_UNFINISHED_UPLOADS; number += 1) await begin(1);
    expect(await shop.call('POST', '/imageUploads', { as: seller.token, body: { size: 1 } })).toMatchObject({ status: 429, body: { code: 'too_many' } });
    expect((await shop.call('POST', '/imageUploads', { as: other.token, body: { size: 1 } })).status).toBe(201);
    shop.clock.advance(86_400_001);
    await sweepImages(shop.services, () => {});
    expect(await shop.services.db.selectFrom('image_uploads').select('id').execute()).toEqual([]);
  });
});
