import type { Page } from 'playwright-core';

/** Holds a page's uploads of small photos until the returned function is called, as on a very slow line. */
export async function delayUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/images', async (route) => {
    await promise;
    // A canceled one has nowhere to go.
    await route.continue().catch(() => {});
  });
  return resolve;
}
