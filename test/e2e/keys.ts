import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More stops than any page has. */
const MANY = 150;

export function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((one) => one === document.activeElement);
}

/** Presses Tab until this element has the focus, which must be visible. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let stop = 0; stop < MANY; stop += 1) {
    if (await isFocused(element)) {
      const { style, width } = await element.evaluate((one) => ({ style: getComputedStyle(one).outlineStyle, width: getComputedStyle(one).outlineWidth }));
      expect({ style, width }).not.toMatchObject({ style: 'none' });
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${element} is not reached by the Tab key`);
}

/** Presses Enter on it. */
export async function press(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press('Enter');
}

/** Writes this text in place of what is there. */
export async function type(page: Page, element: Locator, text: string): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}
