import type { CDPSession, Locator, Page } from 'playwright-core';
import { OUTCOMES, STEP_TITLES } from '../../src/web/phone-test-labels.ts';
import { TAP_MS } from './hand.ts';

type Title = string;
type Person = { page: Page; tools: CDPSession };

/** A person's speed is set by `npm run bench:phone-test`: they read each step for as long as three taps take, and paint eight cells in one. */
const READ_TAPS = 3;
const CELLS_A_TAP = 8;

async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name, exact: typeof name === 'string' });
  if (TAP_MS > 0) await button.waitFor().then(() => page.waitForTimeout(TAP_MS));
  await button.click();
}

/** Does what the test asks of its person, step by step, until it says what came of it. `skips`: the titles of steps to skip. */
export async function takeTest(person: Person, skips: readonly Title[] = []): Promise<void> {
  await press(person.page, 'Agree and start');
  await goOn(person, { skips });
}

/** The same, from where the test is; ends before a step with the title `until`. */
export async function goOn(person: Person, { skips = [], until }: { skips?: readonly Title[]; until?: Title } = {}): Promise<void> {
  const { page } = person;
  for (let title = ''; ; ) {
    title = await nextHeading(page, title);
    if (title === until || ENDS.includes(title)) return;
    if (TAP_MS > 0) await page.waitForTimeout(READ_TAPS * TAP_MS);
    if (skips.includes(title)) await press(page, 'Skip this step');
    else await ACTS[title]?.(person);
  }
}

const ENDS = [...Object.values(OUTCOMES), 'The test can’t go on'];

const textOf = async (page: Page, selector: string): Promise<string> => (await page.locator(selector).textContent()) ?? '';

async function nextHeading(page: Page, last: string): Promise<string> {
  await page
    .waitForFunction((shown) => (document.querySelector('#phone-test h1')?.textContent ?? shown) !== shown, last)
    .catch(async (cause: unknown) => {
      throw new Error(`the test stays here: ${await textOf(page, '#phone-test')}`, { cause });
    });
  return textOf(page, '#phone-test h1');
}

const ACTS: Record<Title, (person: Person) => Promise<void>> = {
  [STEP_TITLES.screen]: async ({ page }) => {
    await press(page, 'Show the colors');
    for (let color = 0; color < 5; color++) {
      const digit = (await page.locator('[data-digit]').getAttribute('data-digit')) ?? '';
      await page.getByRole('button', { name: /faint digit/u }).click();
      await page.getByRole('dialog').getByRole('button', { name: digit, exact: true }).click();
    }
    await press(page, 'No, all even');
  },
  [STEP_TITLES.brightness]: async ({ page }) => {
    await page.locator('[data-bar]').first().waitFor();
    await press(page, String(await page.locator('[data-bar]').count()));
  },
  [STEP_TITLES.touch]: paint,
  [STEP_TITLES.multitouch]: async ({ page, tools }) => {
    const [, count = '2'] = /Put (\d)/u.exec(await textOf(page, '#phone-test')) ?? [];
    await press(page, 'Start');
    await page.getByRole('dialog').waitFor();
    const touchPoints = Array.from({ length: Number(count) }, (_, finger) => ({ x: 60 + 70 * finger, y: 200 + 40 * finger, id: finger }));
    await tools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await tools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  },
  [STEP_TITLES.speakers]: async ({ page }) => {
    await press(page, 'Play the tones');
    await Promise.race([leave(page, STEP_TITLES.speakers), press(page, 'I heard some of them')]).catch(() => {});
  },
  [STEP_TITLES.microphone]: async ({ page }) => {
    await press(page, 'Start');
    await page.getByText('Now count aloud').waitFor();
    await page.evaluate(() => window.phoneWorld?.speak(true));
    await leave(page, STEP_TITLES.microphone);
    await page.evaluate(() => window.phoneWorld?.speak(false));
  },
  [STEP_TITLES['front-camera']]: takePicture,
  [STEP_TITLES['rear-camera']]: takePicture,
  [STEP_TITLES.flash]: ({ page }) => press(page, 'Start'),
  [STEP_TITLES.vibration]: async ({ page }) => {
    await press(page, 'Vibrate');
    await page.getByText('How many times').waitFor();
    await press(page, String(await page.evaluate(() => window.phoneWorld?.pulses)));
  },
  [STEP_TITLES.motion]: async ({ page }) => {
    await press(page, 'It’s flat');
    const stand = page.getByRole('button', { name: 'Done' });
    await stand.waitFor();
    const [, edge = ''] = /its (left|right|lower) edge/u.exec(await textOf(page, '#phone-test')) ?? [];
    await page.evaluate((to) => {
      if (window.phoneWorld) window.phoneWorld.posture = to === 'lower' ? 'bottom' : (to as 'left' | 'right');
    }, edge);
    await stand.click();
  },
  [STEP_TITLES.location]: ({ page }) => press(page, 'Check location'),
  [STEP_TITLES.buttons]: async ({ page }) => {
    await press(page, 'Start');
    await page.getByText('Press volume up, then').waitFor();
    for (const key of ['AudioVolumeUp', 'AudioVolumeDown']) await page.keyboard.press(key);
  },
  [STEP_TITLES.biometrics]: ({ page }) => press(page, 'Use fingerprint or face'),
};

async function takePicture({ page }: Person): Promise<void> {
  await press(page, 'Open the camera');
  const taking = page.getByRole('button', { name: 'Take the picture' });
  // A camera that is refused is left behind.
  const title = await textOf(page, '#phone-test h1');
  await Promise.race([taking.click(), leave(page, title)]).catch(() => {});
}

const leave = (page: Page, title: string): Promise<unknown> =>
  page.waitForFunction((shown) => document.querySelector('#phone-test h1')?.textContent !== shown, title);

async function paint({ page, tools }: Person): Promise<void> {
  await press(page, 'Start painting');
  const cells = page.locator('[data-cell]');
  await cells.first().waitFor();
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }): Promise<void> => {
    await tools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  };
  const places = await cells.evaluateAll((all) =>
    all.map((cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }),
  );
  const [first] = places;
  await touch('touchStart', first);
  for (const place of places) {
    await touch('touchMove', place);
    if (TAP_MS > 0) await page.waitForTimeout(TAP_MS / CELLS_A_TAP);
  }
  await touch('touchEnd');
  await tapWhatLights(page, touch, places);
}

type Touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) => Promise<void>;

async function tapWhatLights(page: Page, touch: Touch, places: { x: number; y: number }[]): Promise<void> {
  const lit: Locator = page.locator('[data-cell].bg-accent');
  const giveUp = page.getByRole('button', { name: 'I can’t paint the rest' });
  await lit.or(giveUp).waitFor();
  if (await giveUp.isVisible()) await giveUp.click();
  for (let taps = 0; taps < 3; taps++) {
    await lit.waitFor();
    const cell = Number(await lit.getAttribute('data-cell'));
    if (TAP_MS > 0) await page.waitForTimeout(TAP_MS);
    await touch('touchStart', places[cell]);
    await touch('touchEnd');
    await page.waitForFunction((was) => document.querySelector('[data-cell].bg-accent')?.getAttribute('data-cell') !== String(was), cell);
  }
}
