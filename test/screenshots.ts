// Every page of the demo shop, at three widths and in both themes, into screenshots/ (git ignores it).
// Words after the command choose pages by name: npm run screenshots -- home category
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { buildIfStale } from '../scripts/build.mjs';
import { findChromium } from './chromium.ts';
import { startServer, temporaryDirectory } from './server-process.ts';

const OUT = join(import.meta.dirname, '../screenshots');
const WIDTHS = [360, 768, 1440];
const THEMES = ['light', 'dark'] as const;
const FLAGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'];

type Role = 'visitor' | 'buyer' | 'seller' | 'admin';
type Shot = { name: string; role: Role; path: string };

const wanted = process.argv.slice(2);
const executablePath = findChromium();
if (!executablePath) throw new Error('this machine has no Chromium');
await buildIfStale();
const directory = temporaryDirectory();
const shop = await startServer({ DATA_DIR: directory.path });
const browser = await chromium.launch({ executablePath, args: FLAGS });

const listings = (await (await fetch(`${shop.url}/api/products?name=Apple`)).json()) as { _id: string }[];
const listing = listings[0]?._id ?? '';

const enter = async (context: BrowserContext, role: Role): Promise<void> => {
  if (role === 'visitor') return;
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(`${role}@redial.test`);
  await page.getByLabel('Password', { exact: true }).fill('redial123');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.close();
};

/** Pages whose address is only known once somebody is in. */
const findOrder = async (context: BrowserContext): Promise<string> => {
  const page = await context.newPage();
  await page.goto('/dashboard/myOrders');
  const href = await page.getByRole('link', { name: /^Pay/u }).first().getAttribute('href');
  await page.close();
  return href ?? '/dashboard/myOrders';
};

const SHOTS: Shot[] = [
  { name: 'home', role: 'visitor', path: '/' },
  { name: 'category', role: 'visitor', path: '/category/Apple' },
  { name: 'search', role: 'visitor', path: '/search?search=pixel' },
  { name: 'search-nothing', role: 'visitor', path: '/search?search=zzzzzz' },
  { name: 'listing', role: 'visitor', path: `/selected-items-details/${listing}` },
  { name: 'faq', role: 'visitor', path: '/blogs' },
  { name: 'login', role: 'visitor', path: '/login' },
  { name: 'signup', role: 'visitor', path: '/signup' },
  { name: 'mailbox', role: 'visitor', path: '/mailbox' },
  { name: '404', role: 'visitor', path: '/nowhere' },
  { name: 'listing-signed-in', role: 'buyer', path: `/selected-items-details/${listing}` },
  { name: 'booking', role: 'buyer', path: `/booking-page/${listing}` },
  { name: 'welcome-buyer', role: 'buyer', path: '/dashboard' },
  { name: 'my-orders', role: 'buyer', path: '/dashboard/myOrders' },
  { name: 'payment', role: 'buyer', path: 'order' },
  { name: 'welcome-seller', role: 'seller', path: '/dashboard' },
  { name: 'add-product', role: 'seller', path: '/dashboard/addAProducts' },
  { name: 'my-products', role: 'seller', path: '/dashboard/myProducts' },
  { name: 'all-sellers', role: 'admin', path: '/dashboard/allSellers' },
  { name: 'all-buyers', role: 'admin', path: '/dashboard/allBuyers' },
  { name: 'reported-items', role: 'admin', path: '/dashboard/reportedItems' },
  { name: 'removed-items', role: 'admin', path: '/dashboard/removedItems' },
];

const photograph = async (role: Role, theme: (typeof THEMES)[number]): Promise<void> => {
  const shots = SHOTS.filter((shot) => shot.role === role && (wanted.length === 0 || wanted.includes(shot.name)));
  if (shots.length === 0) return;
  const context = await browser.newContext({ baseURL: shop.url, colorScheme: theme, reducedMotion: 'reduce' });
  await enter(context, role);
  for (const { name, path } of shots) {
    const address = path === 'order' ? await findOrder(context) : path;
    const page = await context.newPage();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 600 ? 740 : 900 });
      await page.goto(address, { waitUntil: 'networkidle' });
      // Pictures further down are read when they come near.
      await page.evaluate(async () => {
        for (const image of document.images) image.loading = 'eager';
        await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
      });
      await page.screenshot({ path: join(OUT, `${name}-${width}-${theme}.png`), fullPage: true });
    }
    await page.close();
  }
  await context.close();
};

try {
  mkdirSync(OUT, { recursive: true });
  for (const theme of THEMES) for (const role of ['visitor', 'buyer', 'seller', 'admin'] as const) await photograph(role, theme);
  process.stdout.write(`The pages are in ${OUT}\n`);
} finally {
  await browser.close();
  await shop.stop();
  directory.remove();
}
