import { beforeAll, expect, test } from 'vitest';
import { csvFile, csvRow } from '#test/support/csv-files.ts';
import { uploadPicture } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { open, PATIENCE, takenOver } from './browser.ts';
import { enter } from './people.ts';
import { openShop } from './shop.ts';

const PASSWORD = 'practice123';
const shop = openShop({ DEMO: 'false' });
let image = '';
beforeAll(async () => {
  const seller = createClient(shop.url);
  await seller.signUp('seller@example.test', 'seller', 'Sel Ler');
  image = await uploadPicture(seller);
});

function fileOf(text: string) {
  return { name: 'phones.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** Counted, because a retry would otherwise import copies of what is listed. */
let tries = 0;

test('A seller previews a file’s rows, lists the valid ones, and finds the import again after a reload', async () => {
  const { page, context } = await shop.visitor({ expected: [{ url: /listingImports$/u, status: 422 }] });
  await enter(context, 'seller@example.test', PASSWORD);
  await open(page, '/dashboard/importProducts');
  await takenOver(page);
  const input = page.getByLabel('CSV file with up to 10,000 phones');
  await input.setInputFiles(fileOf('PK\x03\x04 a workbook'));
  await page.getByText('This is a workbook').waitFor();
  tries += 1;
  const good = Array.from({ length: 30 }, (_, at) => csvRow({ image, model_name: `Galaxy ${tries} number ${at}` }));
  await input.setInputFiles(fileOf(csvFile([...good, csvRow({ image, model_name: 'Wrong', resale_price: 'a lot' })])));
  await page.getByRole('heading', { name: 'Review before listing' }).waitFor();
  await page.getByText('30 phones will be listed. 1 row needs fixing.').waitFor();
  await page.getByText('Resale price must be an amount').waitFor();
  await expectAccessibleInBothThemes(page, 'the rows of an import');
  for (const width of [320, 360, 1280]) {
    await resize(page, width);
    await expectNoSidewaysScroll(page, `the rows of an import at ${width} pixels`);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/bulk-${width}.png`, fullPage: true });
  }
  await page.reload();
  await page.getByRole('button', { name: 'List 30 phones' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your phones are listed' }).waitFor();
  await page.getByText('30 phones listed. 1 row needs fixing.').waitFor();
  // The pressed button is gone, but not the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('section')?.ariaLabel), PATIENCE).toBe('Import of phones.csv');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download rows to fix (CSV)' }).click()]);
  expect(download.suggestedFilename()).toBe('rows-to-fix.csv');
  await page.reload();
  await page.getByText('30 phones listed. 1 row needs fixing.').waitFor();
  await page.getByLabel('Show', { exact: true }).selectOption('listed');
  await page.getByRole('link', { name: `Galaxy ${tries} number 7, 128 GB, Phantom Gray` }).waitFor();
});
