// Every page of the demo shop, at three widths and in both themes, into screenshots/ (git ignores it).
// Words after the command choose pages by name: npm run screenshots -- home category
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { buildIfStale } from '../scripts/build.mjs';
import { findChromium } from './support/chromium.ts';
import { startServer, temporaryDirectory } from './support/server-process.ts';
import { type BuyersPages, everyPage, findBuyersPages, findOffer, ROLES, type Role } from './support/site.ts';

const OUT = join(import.meta.dirname, '../screenshots');
const WIDTHS = [360, 768, 1440];
const THEMES = ['light', 'dark'] as const;
const FLAGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'];

const wanted = process.argv.slice(2);
const executablePath = findChromium();
if (!executablePath) throw new Error('this machine has no Chromium');
await buildIfStale();
const directory = temporaryDirectory();
const shop = await startServer({ DATA_DIR: directory.path, FIRST_PURCHASE_PERCENT: '20' });
const browser = await chromium.launch({ executablePath, args: FLAGS });

const offer = await findOffer(shop.url);

async function enter(context: BrowserContext, role: Role): Promise<void> {
  if (role === 'visitor') return;
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(`${role}@redial.test`);
  await page.getByLabel('Password', { exact: true }).fill('redial123');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.close();
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.includes(name);
}

async function findOrderPages(): Promise<BuyersPages> {
  if (!['payment', 'receipt', 'admin-order'].some(isWanted)) return { payment: '', receipt: '' };
  const context = await browser.newContext({ baseURL: shop.url });
  await enter(context, 'buyer');
  const found = await findBuyersPages(context);
  await context.close();
  return found;
}

async function photograph(role: Role, theme: (typeof THEMES)[number], own: BuyersPages): Promise<void> {
  const context = await browser.newContext({ baseURL: shop.url, colorScheme: theme, reducedMotion: 'reduce' });
  await enter(context, role);
  for (const { name, path } of everyPage(offer, own).filter((page) => page.role === role && isWanted(page.name))) {
    const page = await context.newPage();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 600 ? 740 : 900 });
      await page.goto(path, { waitUntil: 'networkidle' });
      // Images further down load when they come near the viewport.
      await page.evaluate(async () => {
        for (const image of document.images) image.loading = 'eager';
        await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
      });
      await page.screenshot({ path: join(OUT, `${name}-${width}-${theme}.png`), fullPage: true });
    }
    await page.close();
  }
  await context.close();
}

try {
  mkdirSync(OUT, { recursive: true });
  const own = await findOrderPages();
  for (const theme of THEMES) for (const role of ROLES) await photograph(role, theme, own);
  process.stdout.write(`The pages are in ${OUT}\n`);
} finally {
  await browser.close();
  await shop.stop();
  directory.remove();
}
