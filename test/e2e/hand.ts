import type { Locator, Page } from 'playwright-core';

/** As fast as the page allows, or at a person's speed: `npm run bench:journeys` sets 200 ms a key (60 words a minute) and a second a tap. */
export const KEY_MS = Number(process.env.FORM_KEY_MS ?? 0);
export const TAP_MS = Number(process.env.FORM_TAP_MS ?? 0);

/** A thumb moves the page by most of a screen, in half the time of a tap. */
const SWIPE = 0.75;
const SWIPE_MS = TAP_MS / 2;
const MAX_SWIPES = 60;
/** What must be in view of something to be tapped or read, in pixels. */
const VISIBLE = 24;

/** A person with a phone in their hand: what isn't on the screen has to be swiped to first. */
export type Hand = {
  tap(target: Locator): Promise<void>;
  /** Taps into a field and replaces its text. */
  type(target: Locator, text: string): Promise<void>;
  /** Looks at something, for as long as a tap takes. */
  see(target: Locator): Promise<void>;
  /** What it took so far. */
  tally(): Tally;
};

export type Tally = { taps: number; keys: number; swipes: number; seconds: number };

export const toText = ({ taps, keys, swipes, seconds }: Tally): string =>
  `${taps} taps, ${swipes} swipes, ${keys} keys, ${seconds} s at ${KEY_MS} ms a key and ${TAP_MS} ms a tap`;

export function createHand(page: Page): Hand {
  const counted = { taps: 0, keys: 0, swipes: 0 };
  const begun = performance.now();

  const bring = async (target: Locator): Promise<void> => {
    await target.waitFor();
    for (let swipe = 0; swipe < MAX_SWIPES; swipe += 1) {
      const box = await target.boundingBox();
      const { height = 0 } = page.viewportSize() ?? {};
      if (!box || (box.y + Math.min(box.height, VISIBLE) <= height && box.y + box.height >= VISIBLE)) return;
      counted.swipes += 1;
      await page.mouse.wheel(0, (box.y > 0 ? 1 : -1) * height * SWIPE);
      await page.waitForTimeout(Math.max(SWIPE_MS, 50));
    }
  };
  const tap = async (target: Locator): Promise<void> => {
    await bring(target);
    counted.taps += 1;
    await page.waitForTimeout(TAP_MS);
    await target.click();
  };

  return {
    tap,
    async type(target, text) {
      await tap(target);
      counted.keys += text.length;
      await target.fill('');
      await target.pressSequentially(text, { delay: KEY_MS });
    },
    async see(target) {
      await bring(target);
      await page.waitForTimeout(TAP_MS);
    },
    tally: () => ({ ...counted, seconds: Math.round((performance.now() - begun) / 100) / 10 }),
  };
}
