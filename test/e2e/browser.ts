import { type Browser, type BrowserContext, chromium, type Page, type Response } from 'playwright-core';
import { expect } from 'vitest';
import { findChromium, findWholeChromium } from '#test/support/chromium.ts';

/** For running offline and as root in a container: no background requests, no sandbox. */
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  // Headless: a GPU process would cost a tenth of a test's time.
  '--disable-gpu',
  '--in-process-gpu',
];

/** How long to wait for something to appear on a page. */
export const PATIENCE = { timeout: 40_000 };
/** How long a page may load: with other tests beside it, and a slow line that it emulates, that takes a while. */
const LOADING_MS = 90_000;

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /** Clears cookies and storage: the next visit is anonymous, with only the shop's files cached. */
  forget(): Promise<void>;
  /** Throws when a page logged an error to the console or a request failed since the last check. */
  expectQuiet(): void;
};

/** A status of 0 means no reply at all, as when the connection is lost. */
export type Expected = { url: RegExp; status: number };

export type VisitorOptions = {
  /** Failures that the test causes on purpose; any other fails it. */
  expected?: Expected[];
  /** Known console messages of a library. */
  remarks?: RegExp[];
  javaScriptEnabled?: boolean;
};

let shared: Promise<Browser> | undefined;

/** The browser of this worker, launched once for all its files. It ends with the worker, whose pipe it reads. */
export async function shareBrowser(): Promise<Browser> {
  shared ??= launch(findChromium(), 'this machine has no Chromium');
  const browser = await shared;
  if (browser.isConnected()) return browser;
  shared = undefined;
  return shareBrowser();
}

/** The browser with everything that people have, such as notifications. */
export async function launchWholeBrowser(): Promise<Browser> {
  return launch(findWholeChromium(), 'this machine has no Chromium that shows notifications (Debian: apt-get install chromium)');
}

function launch(executablePath: string | null, complaint: string): Promise<Browser> {
  if (!executablePath) throw new Error(complaint);
  return chromium.launch({ executablePath, args: FLAGS });
}

/** A person with their own browser and any number of tabs. */
export async function createVisitor(browser: Browser, url: string, options: VisitorOptions = {}): Promise<Visitor> {
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
      expect(complaints.splice(0).join('\n')).toBe('');
    },
  };
}

/** Collects what goes wrong on a page: errors and warnings in its console, and failed or rejected requests. */
function watch(page: Page, { expected = [], remarks = [], javaScriptEnabled = true }: VisitorOptions, complaints: string[]): void {
  const isExpected = (address: string, status?: number) => expected.some((one) => one.url.test(address) && (status === undefined || one.status === status));
  page.setDefaultTimeout(PATIENCE.timeout);
  page.setDefaultNavigationTimeout(LOADING_MS);
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
    // Leaving a page aborts its pending requests, and a browser without JavaScript rejects scripts.
    if (isExpected(request.url(), 0) || reason === 'net::ERR_ABORTED' || (!javaScriptEnabled && request.resourceType() === 'script')) return;
    complaints.push(`failed: ${request.url()} ${reason}`);
  });
}

/** Lets no page store anything, as where a person's settings forbid it. */
export function blockStorage(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
}

/** Waits until the page is hydrated: from then on, links navigate without a page load. */
export async function takenOver(page: Page): Promise<void> {
  const root = page.locator('#root');
  // React marks its root element once it handles events.
  await expect.poll(() => root.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactContainer'))), PATIENCE).toBe(true);
}

/**
 * Acts, and returns what that leads to, such as a request. Both are awaited at once: when one fails, the other's later failure is handled, too, instead of
 * ending the run.
 */
export async function during<T>(outcome: Promise<T>, act: () => Promise<unknown>): Promise<T> {
  const [seen] = await Promise.all([outcome, act()]);
  return seen;
}

/** Opens a page without waiting for its pictures; tests wait for what they need next anyway. */
export const open = (page: Page, path: string): Promise<Response | null> => page.goto(path, { waitUntil: 'commit' });

/** Waits for a page to have this address, without waiting for its pictures. */
export const arrive = (page: Page, address: Parameters<Page['waitForURL']>[0]): Promise<void> => page.waitForURL(address, { waitUntil: 'commit' });

/** Opens a page and waits until it has loaded all it needs. Messages keep a stream open, so their page is never idle. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: path.startsWith('/dashboard/messages') ? 'load' : 'networkidle' });
}
