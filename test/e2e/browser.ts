import { type Browser, type BrowserContext, chromium, type Page, type Response } from 'playwright-core';
import { expect } from 'vitest';
import { findChromium } from '#test/support/chromium.ts';

/** Offline, and as root in a container: Chromium looks for nothing outside and needs no sandbox of its own. */
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  // Nobody looks at the pictures it paints: a process for them costs a tenth of a test's time.
  '--disable-gpu',
  '--in-process-gpu',
];

export const launchBrowser = async (): Promise<Browser> => {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('this machine has no Chromium');
  return chromium.launch({ executablePath, args: FLAGS });
};

/** How long a page may take to show what it is waited for. */
export const PATIENCE = { timeout: 20_000 };

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /** Leaves the shop without cookies and storage: whoever comes next is a stranger, for whom only the shop's files are at hand already. */
  forget(): Promise<void>;
  /** Throws when one of their pages wrote an error to the console, or a request of it failed, since the last look. */
  expectQuiet(): void;
};

/** A status of 0 is no answer at all, as when the line is cut. */
export type Expected = { url: RegExp; status: number };

export type VisitorOptions = {
  /** Refusals that the test brings about on purpose; anything else that fails or complains fails it. */
  expected?: Expected[];
  /** What a library is known to write to the console of such a page. */
  remarks?: RegExp[];
  javaScriptEnabled?: boolean;
};

/** Collects what goes wrong on a page: errors and warnings in its console, and requests that failed or were refused. */
const watch = (page: Page, { expected = [], remarks = [], javaScriptEnabled = true }: VisitorOptions, complaints: string[]): void => {
  const isExpected = (address: string, status?: number) => expected.some((one) => one.url.test(address) && (status === undefined || one.status === status));
  page.setDefaultTimeout(PATIENCE.timeout);
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    if (remarks.some((remark) => remark.test(message.text()))) return;
    if (message.text().startsWith('Failed to load resource') && isExpected(message.location().url)) return;
    complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400 && !isExpected(response.url(), response.status()))
      complaints.push(`${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // Leaving a page ends what it was still reading, and a browser without JavaScript refuses scripts.
    if (isExpected(request.url(), 0) || reason === 'net::ERR_ABORTED' || (!javaScriptEnabled && request.resourceType() === 'script')) return;
    complaints.push(`failed: ${request.url()} ${reason}`);
  });
};

/** A person with a browser of their own, and as many tabs as they open. */
export const createVisitor = async (browser: Browser, url: string, options: VisitorOptions = {}): Promise<Visitor> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    javaScriptEnabled: options.javaScriptEnabled ?? true,
  });
  const complaints: string[] = [];
  context.on('page', (page) => watch(page, options, complaints));
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  return {
    context,
    page,
    async forget() {
      await page.goto('about:blank');
      await devTools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'cookies,local_storage' });
    },
    expectQuiet() {
      expect(complaints.splice(0)).toEqual([]);
    },
  };
};

/** Waits until the page's own code has taken over: from then on, links lead to other pages without loading them anew. */
export const takenOver = async (page: Page): Promise<void> => {
  const root = page.locator('#root');
  // React marks the element that it renders into, and answers a press from then on.
  await expect.poll(() => root.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactContainer'))), PATIENCE).toBe(true);
};

/** Opens a page without waiting for its pictures: what is looked for on it next is waited for anyway. */
export const open = (page: Page, path: string): Promise<Response | null> => page.goto(path, { waitUntil: 'commit' });

/** Waits until a page has this address, in the same way. */
export const arrive = (page: Page, address: Parameters<Page['waitForURL']>[0]): Promise<void> => page.waitForURL(address, { waitUntil: 'commit' });
