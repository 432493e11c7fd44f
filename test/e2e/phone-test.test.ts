import { describe, expect, test } from 'vitest';
import type { PhoneTestCode, TestSummary } from '#contract/phone-tests/phone-tests.ts';
import { type Client, createClient } from '#test/support/world/client.ts';
import { STEP_TITLES } from '../../src/web/phone-test-labels.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { TAP_MS } from './hand.ts';
import { goOn, takeTest } from './phone-tester.ts';
import { shareOut } from './share-out.ts';
import { openShop } from './shop.ts';
import { becomePhone, type Faults, type PhoneLook } from './tested-phone.ts';

// The runs of a whole day, from one address.
const shop = openShop({ RATE_LIMITS: '0' });

/** Nobody gets more than twenty codes per day. */
const CODES_EACH = 15;
const people: { client: Promise<Client>; codes: number }[] = [];

function somebody(): Promise<Client> {
  const last = people.at(-1);
  if (last && last.codes++ < CODES_EACH) return last.client;
  const client = signUp(`seller-${people.length + 1}@example.test`);
  people.push({ client, codes: 1 });
  return client;
}

async function signUp(email: string): Promise<Client> {
  const client = createClient(shop.url);
  await client.signUp(email, 'seller');
  return client;
}

type Code = { address: string; read(): Promise<PhoneTestCode> };

async function newCode(): Promise<Code> {
  const owner = await somebody();
  const { status, body } = await owner.call('POST', '/api/phoneTestCodes', { listing: null, order: null });
  expect([status, body]).toEqual([201, expect.anything()]);
  const { _id, address } = body as PhoneTestCode;
  return { address: address ?? '', read: async () => (await owner.call('GET', `/api/phoneTestCodes/${_id}`)).body as PhoneTestCode };
}

/** A run mostly waits for tones and pictures. */
const AT_ONCE = 6;

const GOOD: PhoneLook = { width: 360, height: 740, model: 'Pixel 7', hasTorch: true };

async function openPhone(address: string, phone: PhoneLook, options?: Parameters<typeof shop.visitor>[0]) {
  const { page, context } = await shop.visitor(options);
  const tools = await becomePhone(page, phone);
  await page.goto(address);
  return { page, context, tools };
}

/** A whole run on such a phone. */
async function testPhone(phone: PhoneLook, skips: string[] = []): Promise<TestSummary> {
  const code = await newCode();
  const person = await openPhone(code.address, phone);
  const begun = performance.now();
  await takeTest(person, skips);
  if (TAP_MS > 0) process.stdout.write(`A run took ${((performance.now() - begun) / 1000).toFixed(0)} s at ${TAP_MS} ms a tap.\n`);
  const { state, result } = await code.read();
  await person.context.close();
  expect(state).toBe('finished');
  if (!result) throw new Error('a finished test has a result');
  return result;
}

const failedIn = ({ steps }: TestSummary): string[] => steps.flatMap(({ step, verdict }) => (verdict === 'failed' ? [step] : []));

/** Of different sizes, makes and abilities. */
function soundPhones(count: number): PhoneLook[] {
  return Array.from({ length: count }, (_, index) => {
    const width = 320 + Math.round((140 * index) / count);
    return { width, height: Math.round(width * (1.6 + (0.6 * index) / count)), model: ['Pixel 7', 'SM-G991B', ''][index % 3] ?? '', hasTorch: index % 4 !== 0 };
  });
}

const FAULTY: [Faults, failing: string[]][] = [
  [{ deadRow: 5 }, ['touch']],
  [{ silentSpeaker: 'left' }, ['speakers']],
  [{ blackCamera: 'rear' }, ['rear-camera', 'flash']],
  [{ frozenSensor: true }, ['motion']],
];

test('Sound phones pass whatever their size, and a dead row, a silent speaker, a black camera and a frozen sensor are found', async () => {
  const phones = [
    ...soundPhones(Number(process.env.PHONES ?? 4)).map((phone) => ({ phone, expected: ['passed'] })),
    ...FAULTY.map(([faults, failing]) => ({ phone: { ...GOOD, faults }, expected: ['failed', ...failing] })),
  ];
  const results = new Map<PhoneLook, TestSummary>();
  await shareOut(phones, Array.from({ length: AT_ONCE }), async ({ phone }) => void results.set(phone, await testPhone(phone)));
  const found = phones.map(({ phone }) => {
    const result = results.get(phone);
    return result && [result.outcome, ...failedIn(result)];
  });
  expect(found).toEqual(phones.map(({ expected }) => expected));
}, 400_000);

test('A run of skipped steps doesn’t pass, and what its user doesn’t allow counts as not tested', async () => {
  const { 'front-camera': front, 'rear-camera': rear, flash, ...others } = STEP_TITLES;
  const { outcome, steps } = await testPhone({ ...GOOD, faults: { refused: ['camera'] } }, Object.values(others));
  const stepsOf = (verdict: string) => steps.filter((step) => step.verdict === verdict).map(({ step }) => STEP_TITLES[step]);
  expect([outcome, stepsOf('untestable'), stepsOf('skipped')]).toEqual(['incomplete', [front, rear, flash], expect.arrayContaining([others.screen])]);
}, 240_000);

describe('One code', () => {
  test('A page that was closed goes on where it stopped, and another phone is refused', async () => {
    const code = await newCode();
    const { page, tools, context } = await openPhone(code.address, GOOD);
    await page.getByRole('button', { name: 'Agree and start' }).click();
    await goOn({ page, tools }, { until: STEP_TITLES.touch });
    expect((await code.read()).progress?.step).toBe(6);

    const other = await openPhone(code.address, GOOD, { expected: [{ url: /\/api\/phoneTestRuns$/u, status: 409 }] });
    await other.page.getByRole('button', { name: 'Agree and start' }).click();
    await other.page.getByRole('heading', { name: 'The test can’t go on' }).waitFor();
    await expectAccessibleInBothThemes(other.page, 'a refused test');

    await page.close();
    const again = await context.newPage();
    const newTools = await becomePhone(again, GOOD);
    await again.goto(code.address);
    await again.getByText('Welcome back').waitFor();
    await goOn({ page: again, tools: newTools }, { skips: Object.values(STEP_TITLES) });
    const verdicts = new Map((await code.read()).result?.steps.map(({ step, verdict }) => [step, verdict]));
    expect([verdicts.get('screen'), verdicts.get('touch')]).toEqual(['passed', 'skipped']);
  }, 240_000);

  test('A second tap skips no step, and Escape leaves none behind', async () => {
    const code = await newCode();
    const { page, tools } = await openPhone(code.address, GOOD);
    const skips = Object.values(STEP_TITLES);
    await page.getByRole('button', { name: 'Agree and start' }).click();
    await goOn({ page, tools }, { skips, until: STEP_TITLES.multitouch });
    await page.getByRole('button', { name: 'Start', exact: true }).dblclick();
    const surface = page.getByRole('dialog');
    await surface.waitFor();
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape');
    await surface.waitFor();
    const touchPoints = Array.from({ length: 5 }, (_, finger) => ({ x: 60 + 60 * finger, y: 200, id: finger }));
    await tools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await tools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.getByRole('button', { name: 'Play the tones' }).dblclick();
    await page.getByRole('heading', { name: STEP_TITLES.microphone }).waitFor();
    await goOn({ page, tools }, { skips: skips.filter((title) => title !== STEP_TITLES.speakers) });
    const verdicts = new Map((await code.read()).result?.steps.map(({ step, verdict }) => [step, verdict]));
    expect(verdicts.get('multitouch')).toBe('passed');
    expect(verdicts.get('speakers')).not.toBe('skipped');
  }, 240_000);

  test('A camera that its user allows only after skipping the step is closed again', async () => {
    const code = await newCode();
    const { page, tools } = await openPhone(code.address, GOOD);
    await page.getByRole('button', { name: 'Agree and start' }).click();
    await goOn({ page, tools }, { skips: Object.values(STEP_TITLES), until: STEP_TITLES['front-camera'] });
    const asked = await page.evaluateHandle(() => {
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      const { promise, resolve: allow } = Promise.withResolvers<void>();
      const opened: MediaStream[] = [];
      const value = async (wanted: MediaStreamConstraints): Promise<MediaStream> => {
        await promise;
        const stream = await open(wanted);
        opened.push(stream);
        return stream;
      };
      Object.defineProperty(mediaDevices, 'getUserMedia', { value });
      return { allow, opened };
    });
    await page.getByRole('button', { name: 'Open the camera' }).click();
    await page.getByText('Opening the camera').waitFor();
    await page.getByRole('button', { name: 'Skip this step' }).click();
    await page.getByRole('heading', { name: STEP_TITLES['rear-camera'] }).waitFor();
    await asked.evaluate(({ allow }) => allow());
    await page.waitForFunction(({ opened: [stream] }) => stream?.getTracks().every(({ readyState }) => readyState === 'ended'), asked);
  }, 240_000);

  test('Without a connection nothing is lost: the test goes on once it is back', async () => {
    const code = await newCode();
    const { page, tools, context } = await openPhone(code.address, GOOD, { expected: [{ url: /\/api\/|\/healthz/u, status: 0 }] });
    await page.getByRole('button', { name: 'Agree and start' }).click();
    await goOn({ page, tools }, { until: STEP_TITLES.brightness });
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Skip this step' }).click();
    await page.getByText('No connection right now').waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: STEP_TITLES.touch }).waitFor();
    expect((await code.read()).progress?.step).toBe(6);
  }, 240_000);
});

test('Every screen of the test is accessible in both themes, and fits 320 pixels', async () => {
  const code = await newCode();
  const { page } = await openPhone(code.address, GOOD);
  const look = async (what: string): Promise<void> => {
    await expectAccessibleInBothThemes(page, what);
    await resize(page, 320);
    await expectNoSidewaysScroll(page, what);
    await resize(page, 360);
  };
  await look('consent');
  await page.getByRole('button', { name: 'Agree and start' }).click();
  await page.getByText('Step 1 of 14').waitFor();
  for (const title of Object.values(STEP_TITLES).slice(3)) {
    const heading = page.getByRole('heading', { level: 1, name: title });
    await heading.waitFor();
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await look(title);
    await page.getByRole('button', { name: 'Skip this step' }).click();
  }
  await page.getByRole('heading', { name: 'Too little was tested' }).waitFor();
  await look('the result');
}, 240_000);

test('A damaged code is told from none, and a refused one says once what to do', async () => {
  const { page } = await shop.visitor({ expected: [{ url: /\/api\/phoneTestRuns$/u, status: 404 }] });
  await page.goto('/phone-test#half-a-code');
  await page.getByRole('heading', { name: 'This code is incomplete' }).waitFor();
  await page.goto('/phone-test');
  await page.getByRole('heading', { name: 'This link has no code' }).waitFor();
  await page.goto(`/phone-test#${'a'.repeat(43)}`);
  await page.getByRole('button', { name: 'Agree and start' }).click();
  await page.getByRole('heading', { name: 'The test can’t go on' }).waitFor();
  expect((await page.getByRole('main').textContent())?.match(/new/gu)).toHaveLength(1);
});
