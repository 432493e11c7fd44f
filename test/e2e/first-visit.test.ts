import { expect, test } from 'vitest';
import { everyPage, findOffer } from '#test/support/site.ts';
import { openWhole } from './browser.ts';
import { readShop } from './shop.ts';

/** The most script that a public page may load before anything is pressed, in bytes as sent. */
const LIMIT = 105_000;

const shop = readShop();

test('No public page loads more than 105 KB of script on a first visit', async () => {
  // The phone's test runs without what other pages share, and has a limit of its own.
  const pages = everyPage(await findOffer(shop.url), { payment: '', receipt: '' }).filter(
    ({ role, name }) => role === 'visitor' && !name.startsWith('phone-test'),
  );
  const heavy: Record<string, number> = {};
  for (const { name, path } of pages) {
    const bytes = await loadedBy(path);
    if (process.env.SIZES) process.stdout.write(`${name} ${bytes}\n`);
    // A page without its entry would pass otherwise.
    if (bytes >= LIMIT || bytes < LIMIT / 2) heavy[name] = bytes;
  }
  expect(heavy).toEqual({});
}, 240_000);

test('No list or listing makes a format of numbers or dates before anything is pressed: the first holds a slow phone up', async () => {
  const { page, context } = await shop.visitor();
  await page.addInitScript(() => {
    const made: string[] = [];
    Object.assign(window, { made });
    for (const name of ['NumberFormat', 'DateTimeFormat', 'RelativeTimeFormat'] as const)
      Object.assign(Intl, {
        [name]: new Proxy(Intl[name], {
          construct(format, options: unknown[]) {
            made.push(name);
            return Reflect.construct(format, options) as object;
          },
        }),
      });
    // These make formats of their own.
    for (const own of [Number, Date] as const)
      for (const name of Object.getOwnPropertyNames(own.prototype).filter((one) => one.startsWith('toLocale'))) {
        const former = (own.prototype as unknown as Record<string, (...given: unknown[]) => string>)[name];
        Object.assign(own.prototype, {
          [name](...given: unknown[]) {
            made.push(name);
            return former?.apply(this, given);
          },
        });
      }
  });
  const { listing } = await findOffer(shop.url);
  for (const path of ['/', '/category/Apple', `/selected-items-details/${listing}`]) {
    await openWhole(page, path);
    expect(await page.evaluate(() => (window as unknown as { made: string[] }).made)).toEqual([]);
  }
  await context.close();
}, 240_000);

test('The test of a phone loads less than 25 KB of script, and what checks its record less than 10 KB', async () => {
  const [whole, check] = [await loadedBy(`/phone-test#${'a'.repeat(43)}`), await loadedBy('/phone-test/verify')];
  expect(whole).toBeGreaterThan(5000);
  expect(whole).toBeLessThan(25_000);
  expect(check).toBeGreaterThan(1000);
  expect(check).toBeLessThan(10_000);
}, 240_000);

/** Returns how many bytes of script a new browser gets until the page has nothing left to load. */
async function loadedBy(path: string): Promise<number> {
  const { page, context } = await shop.visitor({ expected: [{ url: /\/nowhere$/u, status: 404 }] });
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await openWhole(page, path);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return bytes;
}
