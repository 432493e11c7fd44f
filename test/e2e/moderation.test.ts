import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { listPhone, uploadPicture } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { arrive, open, PATIENCE, takenOver, type VisitorOptions } from './browser.ts';
import { ADMIN, openStage, visitAs } from './conformance/stage.ts';
import { isFocused } from './keys.ts';
import { toast } from './people.ts';
import { sendReport } from './reporting.ts';

const shop = openStage();
let id: string;

beforeAll(async () => {
  const [seller, buyer] = [createClient(shop.url), createClient(shop.url)];
  await seller.signUp('seller@example.test', 'seller', 'Sel Ler');
  await buyer.signUp('reporter@example.test', 'buyer', 'Re Porter');
  const image = await uploadPicture(seller);
  id = await listPhone(seller, { model_name: 'Galaxy S21', image, resale_price: '289', mobile_number: '0800 SELLER' });
});

const visit = async (email: string, expected: VisitorOptions['expected'] = []) => (await visitAs(shop, { email }, { expected })).page;

async function isShown() {
  return (await fetch(`${shop.url}/api/selectedItem/${id}`)).status === 200;
}

test('A seller isn’t asked to report their own phone', async () => {
  const seller = await visit('seller@example.test');
  for (const path of [`/selected-items-details/${id}`, '/phones']) {
    await open(seller, path);
    await takenOver(seller);
    const main = seller.getByRole('main');
    await main.getByRole('heading', { name: 'Galaxy S21' }).first().waitFor();
    await expect.poll(() => main.getByText('Report this item').count(), PATIENCE).toBe(0);
  }
});

test('A reported listing is put under review, answered for by its seller, and released, all in the audit log', async () => {
  const reporter = await visit('reporter@example.test');
  await open(reporter, `/selected-items-details/${id}`);
  await takenOver(reporter);
  const button = reporter.getByRole('main').getByRole('button', { name: 'Report this item' }).first();
  await button.click();
  const dialog = reporter.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await dialog.getByText('Choose a reason.').waitFor();
  await expectAccessibleInBothThemes(reporter, 'the dialog to report a listing');
  await dialog.getByLabel('Note').fill('The screen is another’s.');
  await reporter.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await button.click();
  expect(await dialog.getByLabel('Note').inputValue()).toBe('The screen is another’s.');
  await sendReport(reporter, 'The details or photos are wrong');
  await toast(reporter, 'Reported this item successfully');

  const admin = await visit(ADMIN);
  await open(admin, '/dashboard/reviewQueue');
  await admin.getByRole('heading', { name: 'Review Queue (1)' }).waitFor();
  await expect
    .poll(
      async () => {
        await admin.reload();
        await admin.getByText('“The screen is another’s.”').waitFor();
        return admin.getByText('One person reported it.').count();
      },
      { timeout: 25_000 },
    )
    .toBe(1);
  await expectAccessibleInBothThemes(admin, 'the review queue');
  for (const width of [320, 1280]) {
    await resize(admin, width);
    await expectNoSidewaysScroll(admin, `the review queue at ${width} pixels`);
  }
  await admin.getByRole('button', { name: 'Put under review: Galaxy S21' }).click();
  await admin.getByRole('dialog').getByLabel('Reason').fill('Send us a picture of the screen.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Put under review' }).click();
  await toast(admin, 'The listing is under review.');
  // The row is gone with its buttons: the focus is on the heading.
  await expect.poll(() => admin.getByRole('heading', { name: 'Review Queue' }).evaluate((element) => element === document.activeElement), PATIENCE).toBe(true);
  expect(await isShown()).toBe(false);

  const seller = await visit('seller@example.test');
  await open(seller, '/dashboard/myProducts');
  const aside = seller.getByRole('region', { name: 'Hidden for now' });
  await aside.getByText('“Send us a picture of the screen.”').waitFor();
  await aside.getByRole('button', { name: 'Appeal: Galaxy S21' }).click();
  await seller.getByLabel('Your appeal').fill('It is the one in the second photo.');
  await seller.getByRole('dialog').getByRole('button', { name: 'Appeal' }).click();
  await toast(seller, 'Your appeal was sent.');
  await aside.getByText('We haven’t replied yet.').waitFor();
  await expectAccessibleInBothThemes(seller, 'what is not shown for now');

  await open(admin, '/dashboard');
  await admin
    .getByRole('main')
    .getByRole('link', { name: /^1\s*appeal to answer$/u })
    .click();
  await arrive(admin, '**/dashboard/reviewQueue');
  const answers = admin.getByRole('region', { name: 'Appeals to answer' });
  await answers.getByText('“It is the one in the second photo.”').waitFor();
  await expectAccessibleInBothThemes(admin, 'the appeals to answer');
  await answers.getByRole('button', { name: 'Reply to Sel Ler' }).click();
  await admin.getByLabel('Your reply').fill('Thank you.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Reply' }).click();
  await toast(admin, 'Your reply was sent.');
  await admin.getByRole('region', { name: 'Active decisions' }).getByRole('button', { name: 'End review: Galaxy S21' }).click();
  await admin.getByRole('dialog').getByLabel('Reason').fill('It fits.');
  await admin.getByRole('dialog').getByRole('button', { name: 'End review' }).click();
  await toast(admin, 'The review has ended.');
  await expect.poll(() => isFocused(admin.locator('#content')), PATIENCE).toBe(true);
  expect(await isShown()).toBe(true);

  await open(reporter, '/dashboard');
  await reporter.getByRole('link', { name: 'Decisions', exact: true }).click();
  await reporter.getByText('“It fits.”').waitFor();
  await reporter.getByText('Review ended').waitFor();
  await expectAccessibleInBothThemes(reporter, 'the decisions');

  await open(admin, `/dashboard/auditLog?subject=${id}`);
  for (const label of ['From', 'To']) expect(await describedBy(admin.getByLabel(label, { exact: true }))).toBe('Days are in UTC');
  await admin
    .getByRole('cell', { name: /Ended a listing’s review/u })
    .first()
    .waitFor();
  await admin
    .getByRole('cell', { name: /^(?:Number)?\d+$/u })
    .first()
    .waitFor();
  await admin
    .getByText(/^Request [\da-f-]{36}$/u)
    .first()
    .waitFor();
  await expectAccessibleInBothThemes(admin, 'the audit log');
  for (const width of [320, 1280]) {
    await resize(admin, width);
    await expectNoSidewaysScroll(admin, `the audit log at ${width} pixels`);
  }
  const [download] = await Promise.all([admin.waitForEvent('download'), admin.getByRole('button', { name: 'Download CSV' }).click()]);
  expect(download.suggestedFilename()).toBe('audit-log.csv');
  expect(readFileSync(await download.path(), 'utf8').split('\r\n')).toHaveLength(5);
  await admin.getByLabel('Who', { exact: true }).fill('nobody@example.test');
  const show = admin.getByRole('button', { name: 'Show', exact: true });
  await show.click();
  await admin.getByText('No matching entries').waitFor();
  expect(await admin.getByLabel('Who', { exact: true }).inputValue()).toBe('nobody@example.test');
  expect(await show.evaluate((element) => element === document.activeElement)).toBe(true);
}, 240_000);

test('What another admin has just removed or restored leaves the list, with a sentence that says so', async () => {
  const [seller, reporter] = [createClient(shop.url), createClient(shop.url)];
  await seller.signIn('seller@example.test');
  await reporter.signIn('reporter@example.test');
  const other = await listPhone(seller, { model_name: 'Galaxy S8', image: await uploadPicture(seller) });
  await reporter.call('POST', '/api/reportedItems', { _id: other });
  const [admin, late] = [await visit(ADMIN), await visit(ADMIN, [{ url: /\/api\/(?:reported|removed)Items\//u, status: 404 }])];

  for (const page of [admin, late]) {
    await open(page, '/dashboard/reportedItems');
    await page.getByRole('button', { name: 'Delete Galaxy S8' }).click();
  }
  await admin.getByRole('dialog').getByRole('button', { name: "Yes, I'm sure" }).click();
  await toast(admin, 'Deleted Reported Item');
  await late.getByRole('dialog').getByRole('button', { name: "Yes, I'm sure" }).click();
  await toast(late, 'This listing has no open reports. Somebody may have decided about them already.');
  await late.getByRole('button', { name: 'Delete Galaxy S8' }).waitFor({ state: 'detached' });

  for (const page of [admin, late]) {
    await open(page, '/dashboard/removedItems');
    await page.getByRole('button', { name: 'Restore Galaxy S8' }).waitFor();
  }
  for (const page of [admin, late]) {
    await page.getByRole('button', { name: 'Restore Galaxy S8' }).click();
    if (page === admin) await toast(admin, 'Galaxy S8 was restored.');
  }
  await toast(late, 'This isn’t among what was removed in the last 30 days. Somebody may have restored it already.');
  await late.getByRole('button', { name: 'Restore Galaxy S8' }).waitFor({ state: 'detached' });
});

function describedBy(field: Locator): Promise<string | undefined> {
  return field.evaluate((element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent);
}
