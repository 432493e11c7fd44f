import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeImageStore } from '#test/ports/image-store.suite.ts';
import { createTestApp } from '#test/support/app.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { hangingUp, type Misbehave, saying, sayingHtml, silent } from '#test/support/doubles/misbehaving-host.ts';
import { type S3Server, startS3Server } from '#test/support/doubles/s3-server.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createListing, createPerson } from '#test/support/world/world.ts';
import { compose } from '../../composition.ts';
import { readConfig } from '../../config/config.ts';
import { HttpError } from '../../errors.ts';
import { sweepImages } from '../../features/images/index.ts';
import { createS3ImageStore, type S3StoreSettings } from './s3.ts';

const clock = { now: () => Date.now() };
const QUICK = { timeoutMs: 300, retries: 1 };

function settingsFrom(settings: Record<string, string>): S3StoreSettings {
  const { images } = readConfig(settings);
  if (images.kind !== 's3') throw new Error('no bucket is named');
  return images;
}

describeImageStore('the image store in a bucket', async () => {
  const [database, server] = [await freshDatabase(), await startS3Server()];
  const store = createS3ImageStore({ db: database.db, clock, settings: settingsFrom(server.settings) });
  return {
    store,
    async fetch(address) {
      const [, , id = '', name = ''] = address.split('/');
      return (await store.files.read(id, name)) ?? Buffer.alloc(0);
    },
    count: async () => new Set((await server.keys()).map((key) => key.split('/')[0])).size,
    async close() {
      await server.close();
      await database.drop();
    },
  };
});

describe('The S3 image store', () => {
  let database: TestDatabase;
  let server: S3Server;
  let picture: Buffer;
  beforeEach(async () => {
    [database, server, picture] = [await freshDatabase(), await startS3Server(), await pictureOf('png', 40, 30)];
  });
  afterEach(async () => {
    await server.close();
    await database.drop();
  });

  const open = (changes: Record<string, string> = {}) =>
    createS3ImageStore({ db: database.db, clock, settings: settingsFrom({ ...server.settings, ...changes }), patience: QUICK });
  const failureOf = async (store: ReturnType<typeof open>): Promise<HttpError> => {
    const outcome = await store.put(picture).catch((error: unknown) => error);
    if (!(outcome instanceof HttpError)) throw new Error(`expected a refusal, got ${String(outcome)}`);
    return outcome;
  };

  it('Stores three sizes, which browsers may cache forever', async () => {
    const { address } = await open({ S3_PUBLIC_URL: `${server.url}/pictures/` }).put(picture);
    expect(address).toMatch(new RegExp(`^${server.url}/pictures/[0-9a-f-]{36}/1280\\.webp$`, 'u'));
    const id = address.split('/').at(-2);
    expect(await server.keys()).toEqual([`${id}/1280.webp`, `${id}/320.webp`, `${id}/640.webp`]);
    const { status, headers } = await fetch(address);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'image/webp', 'public, max-age=31536000, immutable']);
  });

  it('Retries when the bucket is busy or hangs up', async () => {
    for (const trouble of [saying(503, '<Error><Code>SlowDown</Code></Error>'), hangingUp]) {
      const begun = new Set<string | undefined>();
      server.behave((request, response) => {
        if (begun.has(request.url)) return false;
        begun.add(request.url);
        return trouble(request, response);
      });
      await expect(open().put(picture)).resolves.toHaveProperty('address');
    }
  });

  it.each<[string, Misbehave]>([
    ['doesn’t reply', silent],
    ['hangs up', hangingUp],
    ['replies with HTML', sayingHtml],
    ['is broken', saying(500, '<Error><Code>InternalError</Code></Error>')],
    ['is full', saying(507, '<Error><Code>XMinioStorageFull</Code></Error>')],
    ['exceeds our quota', saying(403, '<Error><Code>QuotaExceeded</Code></Error>')],
    ['redirects elsewhere', (_request, response) => Boolean(response.writeHead(307, { location: 'https://elsewhere.test/' }).end())],
  ])('Refuses the picture with a sentence when the bucket %s, and stores nothing', async (_what, misbehave) => {
    server.behave(misbehave);
    const refusal = await failureOf(open());
    expect([502, 503]).toContain(refusal.status);
    expect(refusal.message).toMatch(/picture storage .*try again/u);
    server.behave(null);
    expect(await server.keys()).toEqual([]);
  });

  it('Stores nothing when the bucket fails midway, and sweeps the rest a day later', async () => {
    const isSecond: Misbehave = (request, response) => request.method === 'PUT' && request.url?.includes('/640.') === true && saying(500)(request, response);
    server.behave(isSecond);
    await failureOf(open());
    await expect.poll(() => server.keys()).toEqual([]);
    server.behave((request, response) => isSecond(request, response) || (request.method === 'DELETE' && hangingUp(request, response)));
    await failureOf(open());
    expect(await server.keys()).toHaveLength(2);
    const later = { now: () => Date.now() + 86_400_001 };
    const troubles: unknown[] = [];
    const sweep = () => sweepImages({ db: database.db, clock: later, images: open() }, (error) => troubles.push(error));
    await sweep();
    expect([troubles.length, (await server.keys()).length]).toEqual([2, 2]);
    server.behave(null);
    await sweep();
    expect([troubles.length, await server.keys()]).toEqual([2, []]);
  });

  it.each([
    ['S3_ACCESS_KEY_ID', { S3_ACCESS_KEY_ID: 'nobody-s-key' }],
    ['S3_SECRET_ACCESS_KEY', { S3_SECRET_ACCESS_KEY: 'another-secret' }],
    ['S3_BUCKET', { S3_BUCKET: 'no-such-bucket' }],
  ])('Reports by name that %s is wrong, at the start and at the first picture', async (name, changes: Record<string, string>) => {
    const store = open(changes);
    expect(await store.findFault()).toContain(`${name}:`);
    const refusal = await failureOf(store);
    expect([refusal.status, refusal.code, refusal.details.retryAfterSeconds]).toEqual([503, 'unavailable', 60]);
    expect(String(refusal.cause)).toContain(`${name}:`);
    for (const value of Object.values(changes)) expect(String(refusal.cause)).not.toContain(value);
    expect(await open().findFault()).toBeNull();
  });

  it('Tells the operator at start about a bucket that is down or refuses the keys, and starts anyway', async () => {
    const faultsWith = async (changes: Record<string, string>): Promise<string[]> => {
      const faults: string[] = [];
      const config = { ...readConfig({ DATA_DIR: database.directory, ...server.settings, ...changes }), database: database.config };
      const { services, close } = await compose(config, { onFault: (message) => faults.push(message) });
      for (const { name, start } of services.background)
        if (name === 'picture-store-keys')
          await start(
            async () => new Response(),
            () => true,
          ).stop();
      await close();
      return faults;
    };
    expect(await faultsWith({})).toEqual([]);
    expect(await faultsWith({ S3_SECRET_ACCESS_KEY: 'another-secret' })).toEqual([expect.stringMatching(/S3_SECRET_ACCESS_KEY: (?!.*another-secret)/u)]);
    server.behave(sayingHtml);
    expect(await faultsWith({})).toEqual([expect.stringContaining('doesn’t respond')]);
  });

  it('Serves pictures itself when browsers can’t read the bucket', async () => {
    const shop = await createTestApp(server.settings);
    const { address } = await shop.services.images.put(await pictureOf('jpeg', 700, 500));
    const shown = await shop.app.inject({ url: address.replace('1280', '320') });
    expect([shown.statusCode, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
    const preview = address.replace('1280.webp', 'card.jpg');
    expect((await shop.app.inject({ url: preview })).headers['content-type']).toBe('image/jpeg');
    expect((await server.keys()).some((key) => key.endsWith('/card.jpg'))).toBe(true);
    expect((await shop.app.inject({ url: '/images/01990000-0000-7000-8000-000000000000/640.webp' })).statusCode).toBe(404);
    const page = await shop.app.inject({ url: '/api/config' });
    expect(String(page.headers['content-security-policy'])).toContain("img-src 'self' data: blob:;");
    const local = await shop.services.localImages.put(picture);
    expect((await shop.app.inject({ url: local.address })).statusCode).toBe(200);
    server.behave(hangingUp);
    expect((await shop.app.inject({ url: address })).json()).toMatchObject({ code: 'provider_failed' });
    await shop.close();
  });

  it('Sweeps unused pictures that an earlier disk store left, and keeps those of listings', async () => {
    const shop = await createTestApp(server.settings);
    const { localImages, imageFiles } = shop.services;
    const [unused, used] = [(await localImages.put(picture)).address, (await localImages.put(picture)).address];
    await createListing(shop, await createPerson(shop, 'seller'), { image: used });
    shop.clock.advance(2 * 86_400_000);
    await sweepImages(shop.services, () => {});
    const isThere = async (address: string) => (await imageFiles.read(address.split('/')[2] ?? '', '640.webp')) !== null;
    expect([await isThere(unused), await isThere(used)]).toEqual([false, true]);
    await shop.close();
  });

  it('Lets browsers read pictures from the bucket, and from nowhere else', async () => {
    const shop = await createTestApp({ ...server.settings, S3_PUBLIC_URL: `${server.url}/pictures` });
    const { address } = await shop.services.images.put(picture);
    expect([await shop.services.images.has(address), address.startsWith(server.url)]).toEqual([true, true]);
    const id = await createListing(shop, await createPerson(shop, 'seller'), { image: address });
    const reply = await shop.app.inject({ url: `/api/selectedItem/${id}` });
    expect(reply.json().image).toBe(address);
    expect(String(reply.headers['content-security-policy'])).toContain(`img-src 'self' data: blob: ${server.url}/pictures/;`);
    expect((await shop.call('GET', '/config')).body).toMatchObject({ images: { kind: 's3', base: `${server.url}/pictures` } });
    shop.clock.advance(2 * 86_400_000);
    await sweepImages(shop.services, () => {});
    expect(await server.keys()).toHaveLength(3);
    await shop.close();
  });
});
