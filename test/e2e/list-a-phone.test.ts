import type { Locator, Page, Response } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { TYPED_KEYS } from '#contract/listing-fields.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { hasRealData, readOffers } from '#test/support/real-data.ts';
import { createClient } from '#test/support/world/client.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { during, PATIENCE, takenOver } from './browser.ts';
import { createHand, KEY_MS, type Tally, toText } from './hand.ts';
import { enter, toast } from './people.ts';
import { openShop } from './shop.ts';

const MOST_SECONDS = 60;
const SEED = Number(process.env.FORM_SEED ?? Date.now() % 1_000_000);

const shop = openShop({ DEMO: 'false', ADMIN_EMAIL: 'admin@example.test', ADMIN_PASSWORD: 'practice123' });
const SELLER = 'seller@example.test';

beforeAll(async () => {
  await createClient(shop.url).signUp(SELLER, 'seller');
});

function form(page: Page) {
  return page.getByRole('form', { name: 'Add a product' });
}

function field(page: Page, name: string) {
  return form(page).locator(`[name="${name}"]`);
}

function button(page: Page, name: string | RegExp) {
  return form(page).getByRole('button', { name });
}

function answer(page: Page, question: string, label: string): Locator {
  return page.getByRole('group', { name: question }).locator('label').filter({ hasText: label });
}

function stepOf(page: Page) {
  return new URL(page.url()).searchParams.get('step');
}

function isFocused(target: Locator) {
  return target.evaluate((element) => element === document.activeElement);
}

/** A listing from real data, of a model in the catalog. */
type Offer = { model: string; name: string; price: number };

function sameName(one: string, other: string): boolean {
  return one.toLowerCase().replace(/[^a-z0-9+]/gu, '') === other.toLowerCase().replace(/[^a-z0-9+]/gu, '');
}

/** Draws this many random offers whose models are in the catalog. */
async function drawOffers(count: number): Promise<Offer[]> {
  const all = readOffers() as (ReturnType<typeof readOffers>[number] & { resale_price_usd?: number })[];
  const drawn: Offer[] = [];
  for (let state = SEED; drawn.length < count; ) {
    state = (state * 48_271 + 11) % 2_147_483_647;
    const offer = all[state % all.length];
    if (!offer?.brand || !offer.model || !offer.resale_price_usd) continue;
    const name = offer.model.toLowerCase().startsWith(offer.brand.toLowerCase()) ? offer.model : `${offer.brand} ${offer.model}`;
    const hits = (await (await fetch(`${shop.url}/api/phoneModels?search=${encodeURIComponent(name)}`)).json()) as { brand: string; model_name: string }[];
    if (hits[0] && sameName(`${hits[0].brand} ${hits[0].model_name}`, name))
      drawn.push({ model: hits[0].model_name, name, price: Math.round(offer.resale_price_usd) });
  }
  return drawn;
}

/** Lists a phone, from pressing “Add A Product” until it is published. */
async function listPhone(page: Page, { name, price }: Offer, isFirst: boolean): Promise<Tally> {
  const { tap, type, tally } = createHand(page);
  await tap(page.getByRole('link', { name: 'Add A Product' }).first());
  await tap(page.getByRole('heading', { name: 'What does it look like?' }));
  await form(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'phone.png', mimeType: 'image/png', buffer: await pictureOf('png', 400, 400) });
  await tap(button(page, 'Next: Phone'));
  await type(page.getByRole('combobox', { name: 'Find your phone' }), name);
  await page.getByRole('option').first().waitFor();
  await expect.poll(() => page.getByText(/models? found\./u).count(), PATIENCE).toBe(1);
  await page.keyboard.press('Enter');
  await page.getByText(/^We’ve filled in the details for /u).waitFor();
  for (const list of ['Storage options for this model', 'Color options for this model', 'RAM options for this model']) {
    const choice = page.getByRole('group', { name: list }).getByRole('button').first();
    if (await choice.count()) await tap(choice);
  }
  for (const left of ['storage', 'color']) if ((await field(page, left).inputValue()) === '') await type(field(page, left), 'Black');
  const unknown = button(page, /^Not known/u).filter({ visible: true });
  if (await unknown.count()) await tap(unknown);
  if ((await field(page, 'name').inputValue()) === '') {
    await tap(page.getByText('Name and specification'));
    await field(page, 'name').selectOption({ index: 1 });
  }
  await tap(button(page, 'Next: Condition'));
  await tap(answer(page, 'How is the screen?', 'Light scratches'));
  await tap(answer(page, 'How are the back and frame?', 'Light marks'));
  await tap(answer(page, 'How healthy is the battery?', '80–89%'));
  await tap(answer(page, 'Does everything work?', 'Everything works'));
  await tap(unknown);
  await tap(button(page, 'Next: Price'));
  await type(field(page, 'purchase_year'), '2023');
  if ((await field(page, 'original_price').inputValue()) === '') await type(field(page, 'original_price'), '799');
  await type(field(page, 'resale_price'), String(price));
  await tap(button(page, 'Next: Check and publish'));
  if (isFirst) {
    await type(field(page, 'location'), 'Porto');
    await type(field(page, 'mobile_number'), '+351900000001');
  } else await tap(button(page, /^Same as last time/u));
  for (const key of TYPED_KEYS) {
    const asked = field(page, key);
    if ((await asked.isVisible()) && (await asked.inputValue()) === '') await type(asked, 'As the seller says');
  }
  await tap(button(page, 'Add Product'));
  await toast(page, 'Successfully added a Product!');
  return tally();
}

describe.skipIf(!hasRealData())('Listing a phone', () => {
  test('Listing a phone takes six decisions on a small screen', { timeout: 400_000 }, async () => {
    const { page, context } = await shop.visitor();
    await enter(context, SELLER, 'practice123');
    const offers = await drawOffers(3);
    await resize(page, 360);
    for (const [at, offer] of offers.entries()) {
      await page.goto('/dashboard');
      await takenOver(page);
      const tally = await listPhone(page, offer, at === 0);
      process.stdout.write(`List a phone, ${offer.name}: ${toText(tally)}, seed ${SEED}\n`);
      if (KEY_MS > 0) expect(tally.seconds).toBeLessThan(MOST_SECONDS);
      const [listed] = (await (await fetch(`${shop.url}/api/products`)).json()) as Record<string, unknown>[];
      expect(listed).toMatchObject({ model_name: offer.model, resale_price: offer.price, condition: 'Good', location: 'Porto', purchase_year: '2023' });
      expect(listed?.answers).toEqual({ screen: 'light', body: 'light', battery: 'good', works: 'everything', repairs: '', accessories: '' });
    }
  });
});

describe('The product form', () => {
  const toForm = async (address = '/dashboard/addAProducts') => {
    const { page, context } = await shop.visitor({ expected: [{ url: /\/api\/drafts\//u, status: 409 }] });
    await enter(context, SELLER, 'practice123');
    await page.goto(address);
    await form(page).waitFor();
    await takenOver(page);
    return { page, context };
  };

  test('The product form checks each step, goes back without losing input, and shows a draft only to its seller', async () => {
    const { page } = await toForm();
    await button(page, 'Next: Phone').press('Enter');
    await page.getByText('Image is required.').waitFor();
    expect(await isFocused(form(page).locator('input[type=file]'))).toBe(true);
    await page.goto('/dashboard/addAProducts?step=phone');
    const combobox = page.getByRole('combobox', { name: 'Find your phone' });
    // Which phone it is comes first: no other field complains.
    await button(page, 'Next: Condition').click();
    await page.getByText('Choose your phone, or enter its details yourself.').waitFor();
    expect(await isFocused(combobox)).toBe(true);
    expect(await form(page).locator('[aria-invalid=true]:visible').count()).toBe(1);
    await combobox.fill('iphnoe 12');
    await page.getByRole('option', { name: /iPhone 12 Pro Max/u }).waitFor();
    await page.getByRole('option', { name: /iPhone 12 \d/u }).click();
    await page.getByText('We’ve filled in the details for Apple iPhone 12.').waitFor();
    expect(await field(page, 'brand').inputValue()).toBe('Apple');
    const color = field(page, 'color');
    await color.fill('Scratched black');
    await page.getByRole('group', { name: 'Storage options for this model' }).getByRole('button', { name: '128 GB' }).click();
    expect(await field(page, 'specification.storage').inputValue()).toBe('128 GB');
    expect(await field(page, 'original_price').inputValue()).toMatch(/^\d+$/u);
    await page.getByText('Name and specification').click();
    await field(page, 'specification.weight').fill('More than it should');
    await combobox.fill('SM-G991B');
    await page
      .getByRole('option', { name: /Galaxy S21/u })
      .first()
      .waitFor();
    await expect.poll(() => page.getByText(/models? found\./u).count(), PATIENCE).toBe(1);
    await combobox.press('Enter');
    await page.getByText('We kept what you entered for Weight.').waitFor();
    expect(await field(page, 'brand').inputValue()).toBe('Samsung');
    expect(await color.inputValue()).toBe('Scratched black');
    await button(page, 'Use catalog values').click();
    expect(await field(page, 'specification.weight').inputValue()).toMatch(/\d g/u);
    await page.goto('/dashboard/addAProducts?step=condition');
    expect(await color.inputValue()).toBe('Scratched black');
    await page.getByRole('radio', { name: 'Cracked', exact: true }).check();
    await button(page, 'Next: Price').click();
    await page.getByText('Condition is required.').waitFor();
    expect(await isFocused(field(page, 'condition'))).toBe(true);
    await button(page, 'Back').click();
    await page.getByRole('heading', { name: 'Which phone is it?' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'What condition is it in?' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Cracked', exact: true }).isChecked()).toBe(true);
    for (const [step, title] of [
      ['phone', 'Phone'],
      ['condition', 'Condition'],
      ['publish', 'Check and publish'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: title }).click();
      await page.waitForURL(`**?step=${step}`);
      for (const width of [320, 1280]) {
        await resize(page, width);
        await expectNoSidewaysScroll(page, `${step} at ${width}`);
      }
      if (step !== 'phone') await expectAccessibleInBothThemes(page, step);
    }
    // Submitted too early, it first leads to the missing fields.
    await button(page, 'Add Product').click();
    await page.getByText('Image is required.').waitFor();
    expect(stepOf(page)).toBe('photos');
    // Pressed twice, it leads to the first invalid field, and presses nothing there.
    await form(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'phone.png', mimeType: 'image/png', buffer: await pictureOf('png', 400, 400) });
    await button(page, 'Next: Phone').dblclick();
    await expect.poll(() => isFocused(combobox), PATIENCE).toBe(true);
    expect(stepOf(page)).toBe('phone');
    expect(await form(page).locator('[aria-invalid]:visible').count()).toBe(0);
    await field(page, 'storage').fill('');
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Check and publish' }).click();
    await button(page, 'Add Product').dblclick();
    await expect.poll(() => isFocused(field(page, 'storage')), PATIENCE).toBe(true);
    expect(stepOf(page)).toBe('phone');
    await field(page, 'storage').fill('128 GB');
    await page.getByText('Name and specification').click();
    await field(page, 'specification.weight').fill('');
    await page.getByText('Name and specification').click();
    await button(page, 'Next: Condition').click();
    await expect.poll(() => isFocused(field(page, 'specification.weight')), PATIENCE).toBe(true);
    await page.getByText('Your price').filter({ visible: true }).waitFor();
  });

  test('The product form saves its draft with photos for another visit, and two tabs don’t overwrite each other', async () => {
    const { page } = await toForm();
    await form(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'phone.png', mimeType: 'image/png', buffer: await pictureOf('png', 400, 400) });
    await page.getByText('Ready', { exact: true }).waitFor();
    await page.goto('/dashboard/addAProducts?step=publish');
    await field(page, 'location').fill('Coimbra');
    await page.getByText('Saved. You can continue later on any device.').waitFor();

    const { page: other } = await toForm('/dashboard/addAProducts?step=publish');
    await other
      .getByRole('region', { name: 'Drafts' })
      .getByRole('button', { name: /^Continue/u })
      .first()
      .click();
    await expect.poll(() => field(other, 'location').inputValue(), PATIENCE).toBe('Coimbra');
    await field(other, 'location').fill('Braga');
    await other.getByText('Saved. You can continue later on any device.').waitFor();
    await field(page, 'location').fill('Faro');
    await page.getByText('changed in another tab').waitFor();
    await button(page, 'Use the other version').click();
    await expect.poll(() => field(page, 'location').inputValue(), PATIENCE).toBe('Braga');
    await page.goto('/dashboard/addAProducts?step=photos');
    await page.getByRole('list', { name: 'Photos', exact: true }).getByText('Ready', { exact: true }).waitFor();
    await button(page, 'Start over').click();
    const unnamed = (name: string) => page.getByRole('region', { name: 'Drafts' }).getByRole('button', { name });
    await unnamed('Delete draft: Untitled phone').click();
    await page.getByText('Draft deleted: Untitled phone.').waitFor();
    await unnamed('Undo').click();
    await unnamed('Continue with Untitled phone').click();
    await page.getByRole('list', { name: 'Photos', exact: true }).getByText('Ready', { exact: true }).waitFor();
  });

  test('An IMEI typed into a draft is asked for again after a reload and on another device, and isn’t stored anywhere', async () => {
    const again = (page: Page) => page.getByRole('status').filter({ hasText: 'You entered an IMEI before, but drafts don’t store it.' });
    const { page } = await toForm('/dashboard/addAProducts?step=condition');
    await field(page, 'imei').fill('490154203237518');
    await page.getByText('Saved. You can continue later on any device.').waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('490154203237518');
    await page.reload();
    await again(page).waitFor();
    await field(page, 'imei').fill('4');
    await again(page).waitFor({ state: 'detached' });
    await field(page, 'imei').fill('');
    await page.getByText('never the number itself').waitFor();
    await field(page, 'imei').fill('490154203237518');
    await page.getByText('Saved. You can continue later on any device.').waitFor();

    const { page: other } = await toForm('/dashboard/addAProducts?step=condition');
    await other
      .getByRole('region', { name: 'Drafts' })
      .getByRole('button', { name: /^Continue/u })
      .first()
      .click();
    await again(other).waitFor();
    expect(await field(other, 'imei').inputValue()).toBe('');
    await button(other, 'List without it').click();
    await again(other).waitFor({ state: 'detached' });
    expect(await isFocused(field(other, 'imei'))).toBe(true);
  });

  test('A form left in the middle of typing goes on saving the same draft when it is opened again', async () => {
    const { page } = await toForm('/dashboard/addAProducts?step=publish');
    await field(page, 'location').fill('Aveiro');
    await page.getByText('Saved. You can continue later on any device.').waitFor();
    await field(page, 'location').fill('Aveiro, station');
    await page.getByRole('link', { name: 'My Products' }).first().click();
    await page.getByRole('heading', { name: 'My Products' }).first().waitFor();
    await page.goBack();
    await form(page).waitFor();
    const isSaved = (reply: Response): boolean => reply.request().method() === 'PUT' && /Braga/u.test(reply.request().postData() ?? '');
    const reply = await during(page.waitForResponse(isSaved), () => field(page, 'location').fill('Braga'));
    expect(reply.status()).toBe(200);
    expect(await page.getByText('changed in another tab').count()).toBe(0);
  });
});
