// How fast public pages load on a slow phone: a processor four times slower and a slow 4G line (150 ms, 1.6 Mbit/s), the median of
// five cold loads each. Prints a table. To measure a running shop: npm run bench:pages -- http://127.0.0.1:3000
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { buildIfStale } from '../scripts/build.mjs';
import { findChromium } from '../test/support/chromium.ts';
import { startServer, temporaryDirectory } from '../test/support/server-process.ts';

const RUNS = 5;
const SLOWDOWN = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, isMobile: false, hasTouch: false };
/** A task longer than this, in milliseconds, counts as blocking. */
const TASK_MS = 50;
const FLAGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'];

type Figures = { lcp: number; cls: number; tbt: number; script: number; total: number; requests: number; foreign: number; largest: string };
type Observed = Pick<Figures, 'lcp' | 'cls' | 'tbt' | 'largest'>;

/** Runs in the page before any of the shop's code. */
function observe(): void {
  const seen = { lcp: 0, cls: 0, largest: '', tasks: [] as { start: number; duration: number }[], fcp: 0 };
  Object.assign(window, { seen });
  type Entry = PerformanceEntry & { value?: number; hadRecentInput?: boolean; element?: Element; url?: string };
  const watch = (type: string, each: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) each(entry);
    }).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
    seen.largest = `${entry.element?.tagName.toLowerCase() ?? '?'} ${(entry.url ?? '').split('/').at(-1)}`.trim();
  });
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value ?? 0;
  });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  watch('longtask', (entry) => seen.tasks.push({ start: entry.startTime, duration: entry.duration }));
}

function read(page: Page): Promise<Observed> {
  return page.evaluate((taskMs) => {
    const { seen } = window as unknown as { seen: Observed & { fcp: number; tasks: { start: number; duration: number }[] } };
    const blocking = seen.tasks.filter(({ start, duration }) => start + duration > seen.fcp);
    return { lcp: seen.lcp, cls: seen.cls, largest: seen.largest, tbt: blocking.reduce((sum, { duration }) => sum + Math.max(0, duration - taskMs), 0) };
  }, TASK_MS);
}

async function slowDown(devTools: CDPSession): Promise<void> {
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', LINE);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

async function load(browser: Browser, device: typeof PHONE, address: string): Promise<Figures> {
  const context = await browser.newContext(device);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await slowDown(devTools);
  const scripts = new Set<string>();
  const figures = { script: 0, total: 0, requests: 0, foreign: 0 };
  devTools.on('Network.responseReceived', ({ requestId, response, type }) => {
    figures.requests += 1;
    if (type === 'Script') scripts.add(requestId);
    if (new URL(response.url).origin !== new URL(address).origin) figures.foreign += 1;
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    figures.total += encodedDataLength;
    if (scripts.has(requestId)) figures.script += encodedDataLength;
  });
  await page.addInitScript(observe);
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(1500);
  const observed = await read(page);
  await context.close();
  return { ...observed, ...figures };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const [given] = process.argv.slice(2);
const executablePath = findChromium();
if (!executablePath) throw new Error('this machine has no Chromium');
await buildIfStale();
const directory = temporaryDirectory();
const shop = given ? null : await startServer({ DATA_DIR: directory.path, FIRST_PURCHASE_PERCENT: '20' });
const url = given ?? shop?.url ?? '';
const browser = await chromium.launch({ executablePath, args: FLAGS });
try {
  const [listing] = (await (await fetch(`${url}/api/products?name=Apple`)).json()) as { _id: string }[];
  const pages = { home: '/', category: '/category/Apple', listing: `/selected-items-details/${listing?._id}` };
  process.stdout.write('page              LCP ms   CLS    TBT ms   script KB   all KB   requests   elsewhere   largest\n');
  for (const [device, name] of [
    [PHONE, 'phone'],
    [DESKTOP, 'desktop'],
  ] as const)
    for (const [page, path] of Object.entries(pages)) {
      await load(browser, device, `${url}${path}`);
      const runs: Figures[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await load(browser, device, `${url}${path}`));
      const of = (key: Exclude<keyof Figures, 'largest'>) => median(runs.map((figures) => figures[key]));
      const row = [
        `${page} ${name}`.padEnd(17),
        of('lcp').toFixed(0).padStart(6),
        of('cls').toFixed(3).padStart(7),
        of('tbt').toFixed(0).padStart(7),
        (of('script') / 1000).toFixed(1).padStart(10),
        (of('total') / 1000).toFixed(0).padStart(9),
        of('requests').toFixed(0).padStart(9),
        of('foreign').toFixed(0).padStart(10),
        `     ${runs[0]?.largest}`,
      ];
      process.stdout.write(`${row.join(' ')}\n`);
    }
} finally {
  await browser.close();
  await shop?.stop();
  directory.remove();
}
