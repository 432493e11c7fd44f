import { escapeHtml } from '#contract/shared/escape.ts';

type StandalonePage = {
  title: string;
  description: string;
  /** The HTML until its script has started, and without one. */
  body(shopName: string): string;
};

export type StandaloneId = 'phone-test' | 'phone-test-verify';

/** The pages that run without React, so that they start fast on the phone they are about. */
export const standalonePages: Record<StandaloneId, StandalonePage> = {
  'phone-test': {
    title: 'Phone test',
    description: 'Tests the phone you open it on: screen, sound, cameras and sensors.',
    body: (shopName) =>
      frame(
        shopName,
        '<p id="connection" role="status" class="sticky top-0 z-10 -mx-4 bg-warning-soft px-4 py-3 text-warning empty:hidden"></p>' +
          '<main id="phone-test" class="flex flex-1 flex-col"><div class="min-h-8"></div><h1 class="text-2xl">Phone test</h1>' +
          `${waiting('This page needs JavaScript: it asks this phone’s own sensors.')}</main>`,
      ),
  },
  'phone-test-verify': {
    title: 'Check a phone test',
    description: 'Checks the signature of a phone’s test record in your browser, without sending it anywhere.',
    body: (shopName) =>
      frame(
        shopName,
        '<main id="phone-test-verify" class="grid gap-4"><h1 class="text-2xl">Check a phone test</h1>' +
          `${waiting('This page needs JavaScript: your browser checks the signature itself.')}</main>`,
      ),
  },
};

/** Without scripts, only why the page needs them. */
const waiting = (why: string): string =>
  `<p class="mt-3 hidden text-muted [@media(scripting:enabled)]:block">Getting ready …</p><noscript><p class="mt-3">${why}</p></noscript>`;

function frame(shopName: string, main: string): string {
  return (
    '<div class="mx-auto flex min-h-dvh w-full max-w-lg flex-col px-4 pb-4">' +
    `<header class="flex min-h-14 items-center"><a href="/" class="inline-flex min-h-11 items-center font-display text-lg font-semibold">${escapeHtml(shopName)}</a></header>` +
    `${main}</div>`
  );
}
