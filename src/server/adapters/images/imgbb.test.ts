import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeImageStore } from '#test/ports/image-store.suite.ts';
import { createTestApp } from '#test/support/app.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { IMGBB_KEY, type ImgbbDouble, startImgbbDouble } from '#test/support/doubles/imgbb.ts';
import { hangingUp, type Misbehave, saying, sayingHtml, silent } from '#test/support/doubles/misbehaving-host.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createListing, createPerson } from '#test/support/world/world.ts';
import { HttpError } from '../../errors.ts';
import { sweepImages } from '../../features/images/index.ts';
import { createImgbbImageStore } from './imgbb.ts';

const clock = { now: () => Date.now() };

describeImageStore('the image store at imgbb', async () => {
  const [database, imgbb] = [await freshDatabase(), await startImgbbDouble()];
  return {
    store: createImgbbImageStore({ db: database.db, clock, settings: { key: IMGBB_KEY, apiUrl: imgbb.url } }),
    fetch: async (address) => imgbb.pictures.get(address) ?? Buffer.alloc(0),
    count: async () => imgbb.pictures.size,
    async close() {
      await imgbb.close();
      await database.drop();
    },
  };
});

describe('imgbb', () => {
  let database: TestDatabase;
  let imgbb: ImgbbDouble;
  let picture: Buffer;
  beforeEach(async () => {
    [database, imgbb, picture] = [await freshDatabase(), await startImgbbDouble(), await pictureOf('png', 40, 30)];
  });
  afterEach(async () => {
    await imgbb.close();
    await database.drop();
  });

  const open = (key = IMGBB_KEY) =>
    createImgbbImageStore({ db: database.db, clock, settings: { key, apiUrl: imgbb.url }, patience: { timeoutMs: 300, retries: 1 } });
  const failureOf = async (store: ReturnType<typeof open>): Promise<HttpError> => {
    const outcome = await store.put(picture).catch((error: unknown) => error);
    if (!(outcome instanceof HttpError)) throw new Error(`expected a refusal, got ${String(outcome)}`);
    return outcome;
  };
  const rows = () => database.db.selectFrom('images').select(['store', 'address', 'delete_url', 'stored_at', 'removed_at', 'gone_at']).execute();

  it('Sends imgbb the largest size, and shows the picture at imgbb’s own address', async () => {
    const { address } = await open().put(await pictureOf('jpeg', 1600, 1200));
    expect(address).toMatch(/^https:\/\/i\.ibb\.co\//u);
    expect(await sharp(imgbb.pictures.get(address)).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 960 });
    expect(await rows()).toMatchObject([
      { store: 'imgbb', address, delete_url: expect.stringMatching(/^https:\/\/ibb\.co\//u), stored_at: expect.any(Number) },
    ]);
  });

  it('Retries when imgbb is busy, but never sends a picture twice that may have arrived', async () => {
    let asked = 0;
    imgbb.behave((request, response) => ++asked === 1 && saying(503)(request, response));
    await expect(open().put(picture)).resolves.toHaveProperty('address');
    asked = 0;
    imgbb.behave((request, response) => ++asked > 0 && hangingUp(request, response));
    await failureOf(open());
    expect([asked, imgbb.pictures.size]).toEqual([1, 1]);
  });

  it.each<[string, Misbehave]>([
    ['doesn’t reply', silent],
    ['hangs up', hangingUp],
    ['replies with HTML', sayingHtml],
    ['is broken', saying(500)],
    ['limits requests', saying(400, JSON.stringify({ status_code: 400, error: { message: 'Rate limit reached.', code: 100 } }), 'application/json')],
    ['replies with something else', saying(200, JSON.stringify({ data: { display_url: 'https://elsewhere.test/a.webp' }, success: true }), 'application/json')],
  ])('Refuses the picture with a sentence when imgbb %s, and stores nothing', async (_what, misbehave) => {
    imgbb.behave(misbehave);
    const refusal = await failureOf(open());
    expect([refusal.status, refusal.code]).toEqual([502, 'provider_failed']);
    expect(refusal.message).toMatch(/picture storage .*try again/u);
    expect(await rows()).toMatchObject([{ address: null, stored_at: null }]);
  });

  it('Tells the operator about a picture that imgbb stored but the shop could not record', async () => {
    const notified: string[] = [];
    let asked = 0;
    const failing = {
      now() {
        asked += 1;
        if (asked === 2) throw new Error('no time');
        return Date.now();
      },
    };
    const settings = { key: IMGBB_KEY, apiUrl: imgbb.url };
    const store = createImgbbImageStore({ db: database.db, clock: failing, settings, onFault: (message) => notified.push(message) });
    await expect(store.put(picture)).rejects.toThrow('no time');
    expect([imgbb.pictures.size, notified]).toEqual([1, [expect.stringMatching(/remove it at https:\/\/ibb\.co\/\w+\/\w+$/u)]]);
  });

  it('Reports a wrong IMGBB_KEY at the start and at the first picture', async () => {
    const store = open('fedcba9876543210');
    expect([await store.findFault(), await open().findFault()]).toEqual([expect.stringContaining('IMGBB_KEY:'), null]);
    const refusal = await failureOf(store);
    expect([refusal.status, refusal.code]).toEqual([503, 'unavailable']);
    expect(String(refusal.cause)).toContain('IMGBB_KEY:');
    expect(String(refusal.cause)).not.toContain('fedcba');
  });

  it('Keeps unused pictures until the operator removes them at the recorded address', async () => {
    const shop = await createTestApp(imgbb.settings);
    const [used, unused] = [(await shop.services.images.put(picture)).address, (await shop.services.images.put(picture)).address];
    const id = await createListing(shop, await createPerson(shop, 'seller'), { image: used });
    expect(String((await shop.app.inject({ url: `/api/selectedItem/${id}` })).headers['content-security-policy'])).toContain('blob: https://*.ibb.co;');
    shop.clock.advance(40 * 86_400_000);
    await sweepImages(shop.services, () => {});
    shop.clock.advance(40 * 86_400_000);
    await sweepImages(shop.services, () => {});
    expect([await shop.services.images.has(used), await shop.services.images.has(unused)]).toEqual([true, false]);
    const left = await shop.services.db.selectFrom('images').select(['address', 'delete_url']).where('removed_at', 'is not', null).execute();
    expect(left).toEqual([{ address: unused, delete_url: expect.stringMatching(/^https:\/\/ibb\.co\//u) }]);
    await shop.close();
  });
});
