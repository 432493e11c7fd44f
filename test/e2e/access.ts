import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOnly } from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2, levels A and AA. */
const RULES: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] };
/** The subset that a theme can change: colors only. */
const RULES_OF_COLORS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

type AxeWindow = { axe?: typeof import('axe-core') };

export async function resize(page: Page, width: number, height = 800): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction((wanted) => window.innerWidth === wanted, width);
  await painted(page);
}

/** Sets the size of text as people do in their browser, in pixels: 16 is usual. It lasts until the window's size changes. */
export async function resizeText(page: Page, devTools: CDPSession, pixels: number): Promise<void> {
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: pixels } });
  await page.waitForFunction((wanted) => getComputedStyle(document.documentElement).fontSize === `${wanted}px`, pixels);
  await painted(page);
}

/** Waits for the next paint, after which earlier changes are on the screen. */
function painted(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
}

/** Runs `expectAccessible` in the light and the dark theme. */
export async function expectAccessibleInBothThemes(page: Page, where: string): Promise<void> {
  await showTheme(page, 'light');
  await expectAccessible(page, `${where}, light`);
  await showTheme(page, 'dark');
  await expectAccessibleBy(page, `${where}, dark`, RULES_OF_COLORS);
  await showTheme(page, 'light');
}

export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme);
  await painted(page);
}

/** Throws with the accessibility problems of the page in its current state. */
export const expectAccessible = (page: Page, where: string): Promise<void> => expectAccessibleBy(page, where, RULES);

async function expectAccessibleBy(page: Page, where: string, rules: RunOnly): Promise<void> {
  if (!(await page.evaluate(() => (window as AxeWindow).axe !== undefined))) await page.evaluate(AXE);
  const violations = await page.evaluate<AxeResults['violations'], RunOnly>(async (runOnly) => {
    const { axe } = window as AxeWindow;
    if (!axe) throw new Error('axe is not there');
    // Axe doesn't scroll: what bars that stay in view happen to cut in half would be too small a target.
    const bars = [...document.querySelectorAll<HTMLElement>('body *:not(dialog, dialog *, [popover], [popover] *)')].filter((one) =>
      ['fixed', 'sticky'].includes(getComputedStyle(one).position),
    );
    for (const bar of bars) bar.style.setProperty('position', 'static');
    const { violations: found } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
    for (const bar of bars) bar.style.removeProperty('position');
    return found;
  }, rules);
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${where}: ${id} (${help}) at ${node.target.join(' ')} – ${node.failureSummary}`),
  );
  expect(found).toEqual([]);
}

/** Checks a page at the width of a small phone, and that it fits the smallest. */
export async function expectUsableWhenNarrow(page: Page, where: string): Promise<void> {
  await resize(page, 360);
  await expectAccessibleInBothThemes(page, where);
  await resize(page, 320);
  await expectNoSidewaysScroll(page, where);
  await resize(page, 360);
}

/** Expects that nothing sticks out at the right edge and that the page doesn't scroll sideways. */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (over <= 0) return null;
    const wide = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
      .map((element) => `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`);
    return { over, widest: wide.slice(-3) };
  });
  expect(found === null ? null : { where, ...found }).toBeNull();
}
