import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SETTING_NAMES, type SettingsValues, type ShopSettings } from '#contract/shop-settings.ts';
import { createApp, serveShopPages } from '#server/app.ts';
import { compose } from '#server/composition.ts';
import { createTestApp, sendMails, type TestApp } from '#test/support/app.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createListing, createPerson, type Person } from '#test/support/world/world.ts';

const NOTHING = Object.fromEntries(SETTING_NAMES.map((name) => [name, null])) as SettingsValues;
const HOSTILE = '</script><img src=x onerror=alert(1)>';

let shop: TestApp;
let admin: Person;
let seller: Person;
/** The same shop, as if in another process. */
let other: { app: FastifyInstance; close(): Promise<void> };

async function openOther(): Promise<typeof other> {
  const { services, close } = await compose(shop.config, { clock: shop.clock, onFault: () => {} });
  const app = await createApp(services, { logLevel: 'silent', checkReplies: true, dev: false });
  await serveShopPages(app, services, { dev: false });
  await app.ready();
  return {
    app,
    async close() {
      await app.close();
      await close();
    },
  };
}

beforeAll(async () => {
  shop = await createTestApp({ SHOP_NAME: 'Corner Phones', PAYMENT_HOLD_SECONDS: '600' }, { pages: true });
  admin = await createPerson(shop, 'admin', { name: 'Ada' });
  seller = await createPerson(shop, 'seller');
  await createListing(shop, seller, { name: 'Samsung' });
  await createListing(shop, seller, { name: 'Nokia', brand: 'Nokia' });
  other = await openOther();
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

async function read(): Promise<ShopSettings> {
  return (await shop.call('GET', '/shopSettings', { as: admin.token })).body as ShopSettings;
}

async function put(values: Record<string, unknown>, revision?: number) {
  return shop.call('PUT', '/shopSettings', { as: admin.token, body: { ...NOTHING, ...values, revision: revision ?? (await read()).revision } });
}

function restore(version: number, revision: number) {
  return shop.call('POST', `/shopSettings/versions/${version}/restore`, { as: admin.token, body: { revision } });
}

async function page(path: string, app = shop.app): Promise<string> {
  return (await app.inject(path)).body;
}

async function config() {
  return (await shop.call('GET', '/config')).body as Record<string, unknown>;
}

async function upload(): Promise<string> {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(await pictureOf('png', 64, 64))]), 'logo.png');
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '', authorization: `Bearer ${admin.token}` };
  const reply = await shop.app.inject({ method: 'POST', url: '/api/images', headers, payload: Buffer.from(await sent.arrayBuffer()) });
  return reply.json().data.display_url;
}

/** Polls the other process, which reads changes once a second. */
function heard() {
  return expect.poll(() => page('/blogs', other.app), { timeout: 10_000 });
}

describe('Shop settings', () => {
  it('Only admins can read or change the settings', async () => {
    const buyer = await createPerson(shop, 'buyer');
    const calls = [
      ['GET', '/shopSettings'],
      ['PUT', '/shopSettings'],
      ['POST', '/shopSettings/versions/1/restore'],
    ] as const;
    for (const [method, path] of calls) {
      expect(await shop.call(method, path, { body: { ...NOTHING, revision: 0 } })).toMatchObject({ status: 401 });
      for (const { token } of [buyer, seller])
        expect(await shop.call(method, path, { as: token, ...(method !== 'GET' && { body: { ...NOTHING, revision: 0 } }) })).toMatchObject({ status: 403 });
    }
    expect((await read()).revision).toBe(0);
  });

  it('A new shop has the default settings, with those from the environment', async () => {
    expect(await read()).toMatchObject({
      revision: 0,
      values: NOTHING,
      defaults: { shopName: 'Corner Phones', accent: '#2b44c7', sections: ['arrivals', 'brands', 'promises', 'offers'], holdMinutes: 10 },
      variables: { shopName: 'SHOP_NAME', holdMinutes: 'PAYMENT_HOLD_SECONDS' },
      versions: [],
    });
    const home = await page('/');
    expect(home).toContain('<title>Home | Corner Phones</title>');
    expect(home).not.toContain('/theme.css');
    expect(Object.keys(await config()).toSorted()).toEqual([
      'community',
      'contact',
      'demo',
      'identity',
      'images',
      'inspectionHours',
      'payments',
      'payouts',
      'shopName',
    ]);
  });

  it('A change appears immediately on every page, cached or not, and in emails, and within a second in other processes', async () => {
    for (const app of [shop.app, other.app, shop.app, other.app]) expect(await page('/', app)).toContain('Home | Corner Phones');
    await page('/blogs', other.app);
    const slides = [1, 2, 3].map((n) => ({ claim: `Claim ${n} ${HOSTILE}`, text: `Text ${n}`, button: `Go ${n}` }));
    const promises = [1, 2, 3].map((n) => ({ qualityFeature: `Promise ${n}`, description: `Kept ${n}` }));
    const community = [
      { name: 'Forum', url: 'https://forum.example/a?b=1' },
      { name: 'Letter', url: 'mailto:us@shop.example' },
      { name: 'Video', url: '/' },
    ];
    const saved = await put({
      ...{ shopName: '  Zweite Hand & Söhne ', accent: '#0A6B4F', phone: '+351 1', email: 'Hello@shop.example', community, slides, promises },
      ...{ sections: ['offers', 'promises', 'brands', 'arrivals'], hideEmptyBrands: true, newArrivals: 1, newArrivalDays: 30, holdMinutes: 30 },
    });
    expect(saved).toMatchObject({ status: 200, body: { acknowledged: true, modifiedCount: 1, revision: 1 } });
    const home = await page('/');
    expect(home).toContain('<title>Home | Zweite Hand &amp; Söhne</title>');
    expect(home).toContain('href="/theme.css?accent=0a6b4f"');
    for (const words of ['Promise 2', 'Kept 3', 'Go 1', 'https://forum.example/a?b=1', 'mailto:us@shop.example', '+351 1', 'Hello@shop.example'])
      expect(home).toContain(words);
    expect(home).not.toContain('<img src=x');
    expect(home.indexOf('Our promises')).toBeLessThan(home.indexOf('Explore Popular Brands'));
    expect(home.indexOf('Explore Popular Brands')).toBeLessThan(home.lastIndexOf('New Arrivals'));
    expect(await page('/site.webmanifest')).toContain('Zweite Hand & Söhne');
    expect(await page('/api/openapi.json')).toContain('Zweite Hand & Söhne API');
    expect(await config()).toMatchObject({ shopName: 'Zweite Hand & Söhne', accent: '#0a6b4f', hideEmptyBrands: true, demo: true });
    expect((await shop.call('GET', '/newArrivalProducts')).body).toHaveLength(1);
    expect(shop.services.reservationMs()).toBe(1_800_000);
    await heard().toContain('FAQ | Zweite Hand &amp; Söhne');
    expect(await page('/', other.app)).toContain('Promise 2');
    const buyer = await createPerson(shop, 'buyer');
    await shop.app.inject({ method: 'POST', url: '/api/auth/request-password-reset', payload: { email: buyer.email } });
    await sendMails(shop);
    const mails = (await shop.call('GET', '/mailbox')).body as { subject: string }[];
    expect(mails).not.toEqual([]);
    for (const { subject } of mails) expect(subject).toContain('Zweite Hand & Söhne');
  });

  it('The versions show who set what, and saving the same again changes nothing', async () => {
    const { versions, values, revision } = await read();
    expect(versions[0]).toMatchObject({ revision: 1, by: 'Ada', changed: expect.arrayContaining(['shopName', 'slides']) });
    expect(await put(values)).toMatchObject({ status: 200, body: { modifiedCount: 0, revision } });
    // As after a reply that was lost, which would have said that the version before has a newer one.
    expect(await put(values, revision - 1)).toMatchObject({ status: 200, body: { modifiedCount: 0, revision } });
  });

  it('A change based on an outdated version is a conflict, also when both are saved at the same moment', async () => {
    const { revision, values } = await read();
    const both = await Promise.all(['One', 'Two'].map((shopName) => put({ ...values, shopName }, revision)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict', message: expect.stringContaining(`version ${revision + 1}`) });
    expect((await restore(0, revision)).status).toBe(409);
    const twice = await Promise.all([0, 1].map(() => put({ ...values, shopName: 'Pressed Twice' }, revision + 1)));
    expect(twice.map(({ status, body }) => [status, (body as { revision: number }).revision])).toEqual([0, 1].map(() => [200, revision + 2]));
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a name of spaces', { shopName: ' \u200b ' }, 'shopName'],
    ['a name without end', { shopName: 'x'.repeat(41) }, 'shopName'],
    ['a line break', { phone: '1\r\nBcc: all' }, 'phone'],
    ['a mark that turns text around', { shopName: 'a\u202eb' }, 'shopName'],
    ['a color with more in it', { accent: '#123456;}body{}' }, 'accent'],
    ['a link with a script', { community: ['javascript:alert(1)', '/', '/'].map((url, n) => ({ name: `S${n}`, url })) }, 'community.0.url'],
    ['a link to another host in disguise', { community: ['/', '//evil.example', '/'].map((url, n) => ({ name: `S${n}`, url })) }, 'community.1.url'],
    ['two sites of one name', { community: ['/', '/', '/'].map((url) => ({ name: 'S', url })) }, 'community'],
    ['two slides', { slides: [1, 2].map(() => ({ claim: 'a', text: 'b', button: 'c' })) }, 'slides'],
    ['a first page without offers', { sections: ['arrivals', 'brands', 'promises', 'promises'] }, 'sections'],
    ['a hold of a second', { holdMinutes: 0 }, 'holdMinutes'],
    ['half a day', { newArrivalDays: 1.5 }, 'newArrivalDays'],
    ['an address of nobody', { email: 'nobody' }, 'email'],
    ['a picture of another site', { logo: 'https://evil.example/logo.png' }, 'logo'],
    ['a drawing', { logo: '/favicon.svg' }, 'logo'],
    ['a picture that is not kept', { logo: '/images/01890a5d-ac96-774b-bcce-b302099a8057/320.webp' }, 'logo'],
    ['a brand that is not there', { brands: [{ _id: 'nobody', name: 'Nobody', img: '' }] }, 'brands.0.name'],
    ['a brand’s name twice', { brands: ['Neu', 'NEU'].map((name) => ({ _id: null, name, img: '' })) }, 'brands.1.name'],
    ['a brand with a slash', { brands: [{ _id: null, name: 'A/B', img: '' }] }, 'brands.0.name'],
    ['a brand whose page would be another', { brands: [{ _id: null, name: '..', img: '' }] }, 'brands.0.name'],
  ])('Rejects %s at its field, and keeps the settings', async (_what, values, field) => {
    const before = await read();
    const { status, body } = await put(values);
    expect({ status, fields: Object.keys((body as { fields: object }).fields) }).toEqual({ status: 422, fields: [field] });
    expect(await read()).toEqual(before);
  });

  it('Setting the brands changes their order and logos and adds new ones, but never removes or renames one', async () => {
    const { brands, values, revision } = await read();
    const [first, second] = brands;
    const picture = await upload();
    const mark = (await shop.app.inject('/icon-192.png')).rawPayload;
    expect((await put({ ...values, brands: [{ ...first, name: 'Other' }] })).body).toMatchObject({ fields: { 'brands.0.name': expect.any(String) } });
    const sent = [
      { _id: null, name: 'Fairphone', img: '' },
      { ...second, img: picture },
    ];
    expect((await put({ ...values, logo: picture, brands: sent })).status).toBe(200);
    // As after a reply that was lost: the brand has an id by now.
    expect(await put({ ...values, logo: picture, brands: [...sent, first] }, revision)).toMatchObject({
      status: 200,
      body: { modifiedCount: 0, revision: revision + 1 },
    });
    expect((await shop.call('GET', '/productCategories')).body).toMatchObject([
      { name: 'Fairphone', img: '' },
      { name: second?.name, img: picture },
      { name: first?.name },
    ]);
    const home = await page('/');
    expect(home).toContain(`src="${picture}"`);
    expect(home).not.toContain('favicon.svg');
    expect(home).not.toContain('/category/Fairphone');
    expect((await shop.app.inject('/icon-192.png')).rawPayload.equals(mark)).toBe(false);
    expect(await page('/site.webmanifest')).not.toContain('favicon.svg');
    await createListing(shop, seller, { name: 'Fairphone', brand: 'Fairphone' });
    expect(await page('/')).toContain('/category/Fairphone');
    const used = await shop.services.db.selectFrom('images').select('used_at').execute();
    expect(used.every(({ used_at }) => used_at !== null)).toBe(true);
  });

  it('An earlier version, or the default, can be restored as a new version', async () => {
    const { revision } = await read();
    expect(await restore(1, revision)).toMatchObject({ status: 200, body: { modifiedCount: 1, revision: revision + 1 } });
    expect((await read()).values).toMatchObject({ shopName: 'Zweite Hand & Söhne', logo: null, brands: null });
    expect((await read()).brands.map(({ name }) => name)).toEqual(['Samsung', 'Nokia', 'Fairphone']);
    expect(await restore(0, revision + 1)).toMatchObject({ status: 200 });
    expect((await read()).values).toEqual(NOTHING);
    expect(await page('/')).toContain('Home | Corner Phones');
    await heard().toContain('FAQ | Corner Phones');
    expect(await restore(999, revision + 2)).toMatchObject({ status: 404 });
  });

  it('The shop stores twenty versions', async () => {
    const { revision } = await read();
    for (let at = revision; at < 22; at++) expect((await put({ shopName: `Shop ${at}` }, at)).status).toBe(200);
    const { versions } = await read();
    expect(versions.map((version) => version.revision)).toEqual(Array.from({ length: 20 }, (_, at) => 22 - at));
    expect(await restore(1, 22)).toMatchObject({ status: 404 });
    expect(await put({ shopName: 'Late' }, 1)).toMatchObject({ status: 409 });
  });

  it('Every accent color has its style sheet at its address, and nothing else has one', async () => {
    const sheet = await shop.app.inject('/theme.css?accent=ffe000');
    expect(sheet.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(sheet.body).toMatch(/^:root,\[data-theme="light"\]\{--accent:#[0-9a-f]{6};/u);
    for (const query of ['', '?accent=red', '?accent=ffe000&accent=ffe000', '?accent=%7d'])
      expect((await shop.app.inject(`/theme.css${query}`)).statusCode).toBe(404);
  });
});

describe('Settings in the audit log', () => {
  it('The audit log says who changed which setting, from what to what', async () => {
    await put({ shopName: 'Phones Around The Corner' });
    const [entry] = (await shop.call('GET', '/auditLog?act=setting_changed', { as: admin.token })).body as { after: Record<string, unknown> }[];
    expect(entry).toMatchObject({ by: { _id: admin.id }, subject: { kind: 'setting' }, after: { shopName: 'Phones Around The Corner' } });
    expect(Object.keys(entry?.after ?? {})).toContain('shopName');
  });
});
