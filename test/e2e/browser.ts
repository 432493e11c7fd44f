import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findChromium } from '#test/chromium.ts';

/** Offline, and as root in a container: Chromium looks for nothing outside and needs no sandbox of its own. */
const FLAGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'];

export const launchBrowser = async (): Promise<Browser> => {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('this machine has no Chromium');
  return chromium.launch({ executablePath, args: FLAGS });
};

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /** Throws when the page wrote an error to the console, or a request of it failed, since the last look. */
  expectQuiet(): void;
};

type Expected = { url: RegExp; status: number };

/**
 * A person with a browser of their own. Refusals that a journey brings about on purpose are named in `expected`; anything else
 * that fails or complains fails the journey.
 */
export const createVisitor = async (browser: Browser, url: string, expected: Expected[] = []): Promise<Visitor> => {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  const isExpected = (address: string, status?: number) => expected.some((one) => one.url.test(address) && (status === undefined || one.status === status));
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    if (message.text().startsWith('Failed to load resource') && isExpected(message.location().url)) return;
    complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400 && !isExpected(response.url(), response.status()))
      complaints.push(`${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // Leaving a page ends what it was still reading.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  return {
    context,
    page,
    expectQuiet() {
      expect(complaints.splice(0)).toEqual([]);
    },
  };
};
