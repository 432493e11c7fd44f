import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openWhole } from './browser.ts';

/** The most that content may move while a page loads, as browsers measure it: https://web.dev/articles/cls */
const LIMIT = 0.05;
/** A slow mobile line, on which every part of a page arrives separately. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
/** How long a page is watched once nothing is loading. */
const SETTLED_MS = 300;

type Shift = { value: number; moved: string[] };

/** Makes a page's line slow, and collects what moves on it from now on. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', LINE);
  await page.addInitScript(watchShifts);
  return devTools;
}

/** Collects what moves, unless a person's input moved it. */
function watchShifts(): void {
  const shifts: Shift[] = [];
  (window as unknown as { shifts: Shift[] }).shifts = shifts;
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
      const nameOf = (node: Node | null): string => (node instanceof Element ? `<${node.tagName.toLowerCase()} class="${node.className}">` : '(gone)');
      if (!hadRecentInput) shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Opens a page as on a first visit, and expects that nothing moves while it loads. */
export async function openSteady(page: Page, devTools: CDPSession, { name, path }: { name: string; path: string }): Promise<void> {
  // Leaves the page before: what is cached there would arrive too early.
  await page.goto('about:blank');
  await devTools.send('Network.clearBrowserCache');
  await openWhole(page, path);
  await page.getByRole('main').locator('h1, h2').first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  if (process.env.SHIFTS) process.stdout.write(`${page.viewportSize()?.width} ${name} ${total.toFixed(3)}\n`);
  const moved = shifts.map(({ value, moved }) => `${value.toFixed(3)} ${moved.join(', ')}`);
  expect(total < LIMIT ? null : { name, total, moved }).toBeNull();
}
