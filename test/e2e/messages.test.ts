import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pictureOf } from '#test/support/pictures.ts';
import { listPhone, mustSucceed } from '#test/support/world/calls.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { blockStorage, open, PATIENCE, takenOver } from './browser.ts';
import { addAdmin, addBuyer, addSeller, type Member, main, openStage, visitAs } from './conformance/stage.ts';
import { delayUploads } from './delay-uploads.ts';

const shop = openStage();

async function onPhone(member: Member, path: string): Promise<Page> {
  const { page } = await visitAs(shop, member, { expected: [{ url: /\/messages$/u, status: 403 }] });
  await resize(page, 360, 740);
  await open(page, path);
  return page;
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to/u }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

test('A buyer asks on one phone and the seller answers on another, both at once, with a warning, hidden numbers and a block', async () => {
  const [seller, buyer] = [await addSeller(shop.url, 'Rita Moreno'), await addBuyer(shop.url, 'Bo Ericsson')];
  const listing = await listPhone(seller.client, { model_name: 'Asked About 1', image: seller.image });

  const asking = await onPhone(buyer, `/selected-items-details/${listing}`);
  await takenOver(asking);
  await asking.getByRole('button', { name: 'Ask the seller' }).click();
  await asking.getByRole('heading', { name: 'Rita Moreno', level: 1 }).waitFor();
  await asking.getByRole('button', { name: 'How is the battery?' }).click();
  expect(await asking.getByRole('textbox', { name: /^Message to/u }).inputValue()).toBe('How is the battery?');
  await asking.getByRole('textbox', { name: /^Message to/u }).fill('');
  await expectAccessibleInBothThemes(asking, 'a conversation that begins');
  await write(asking, 'How old is it, and is it unlocked? <b>Call</b> 555 123 4567, or WhatsApp me.');
  await asking.getByText('Your contact details stay hidden until the phone is paid for.').waitFor();
  await expectNoSidewaysScroll(asking, 'the buyer’s conversation');
  await expectAccessibleInBothThemes(asking, 'the buyer’s conversation');

  const answering = await onPhone(seller, '/dashboard/messages');
  const asked = answering.getByRole('main').getByRole('link', { name: /^Bo.*Asked About 1/u });
  await asked.waitFor();
  await expectNoSidewaysScroll(answering, 'the list of messages');
  await expectAccessibleInBothThemes(answering, 'the list of messages');
  await asked.click();
  await answering.getByText('How old is it, and is it unlocked? <b>Call</b> ••• ••• ••••, or WhatsApp me.').waitFor();
  await answering.getByText('Stay in this conversation.').waitFor();
  await asking.getByText(/· Read$/u).waitFor();
  await answering.getByRole('list', { name: 'Suggestions' }).getByRole('button', { name: 'I bought it in 2022.' }).click();
  expect(await answering.getByRole('textbox', { name: /^Message to/u }).inputValue()).toBe('I bought it in 2022.');
  await write(answering, 'Yes, for all carriers.');
  await asking.getByText('Yes, for all carriers.').waitFor();
  await expectNoSidewaysScroll(answering, 'the seller’s conversation');
  await expectAccessibleInBothThemes(answering, 'the seller’s conversation');

  await answering.getByRole('button', { name: 'More', exact: true }).click();
  await answering.getByRole('button', { name: 'Block' }).click();
  await answering.getByText('You’ve blocked this person. Unblock them to write to them.').waitFor();
  await write(asking, 'Are you there?');
  await asking.getByText('Your message can’t be delivered.').waitFor();
  // What couldn’t be sent survives a reload.
  await asking.reload();
  await asking.getByText('Your message can’t be delivered.').waitFor();
  await answering.getByRole('button', { name: 'More', exact: true }).click();
  await answering.getByRole('button', { name: 'Unblock' }).click();
  await answering.getByRole('textbox', { name: 'Message to Bo' }).waitFor();
  await asking.getByRole('button', { name: 'Try again' }).click();
  await answering.getByText('Are you there?').waitFor();
  expect(await asking.getByText('Are you there?').count()).toBe(1);

  // Half a message survives a reload, and a sent one leaves nothing behind.
  const field = asking.getByRole('textbox', { name: /^Message to/u });
  await field.fill('Where could we');
  await asking.reload();
  await expect.poll(() => field.inputValue()).toBe('Where could we');
  await write(asking, 'Where could we meet?');
  await answering.getByText('Where could we meet?').waitFor();
  await asking.reload();
  await field.waitFor();
  expect(await field.inputValue()).toBe('');

  // A photo alone is a message, too.
  await asking.getByLabel('Add a photo').setInputFiles({ name: 'phone.png', mimeType: 'image/png', buffer: Buffer.from(await pictureOf('png', 400, 400)) });
  await asking.getByRole('button', { name: 'Remove photo 1' }).waitFor();
  await expectAccessibleInBothThemes(asking, 'a message with a photo');
  await asking.getByRole('button', { name: 'Send' }).click();
  await answering.getByRole('link', { name: 'Open photo 1' }).waitFor();

  await asking.getByRole('button', { name: 'Report this conversation' }).click();
  await asking.getByRole('textbox', { name: 'What’s wrong?' }).fill('Wants to leave the shop.');
  await asking.getByRole('dialog').getByRole('button', { name: 'Report', exact: false }).click();
  await asking.getByText('Thanks. We’ll read this conversation and tell you the outcome.').waitFor();
  const deciding = await onPhone(await addAdmin(shop.url), '/dashboard/reportedConversations');
  await deciding.getByText('Wants to leave the shop.').waitFor();
  await deciding.getByText(/^The last \d+ messages$/u).click();
  await deciding.getByText('Call</b> 555 123 4567').waitFor();
  await expectNoSidewaysScroll(deciding, 'the reported messages');
  await deciding.getByRole('button', { name: 'Warn Rita Moreno' }).click();
  await deciding.getByRole('textbox', { name: 'Reason' }).fill('Stay in the shop.');
  await deciding.getByRole('dialog').getByRole('button', { name: /^Warn/u }).click();
  await deciding.getByText('Nothing to review').waitFor();

  await open(answering, '/dashboard/decisions');
  await answering.getByText('“Stay in the shop.”').waitFor();
  await answering.getByRole('button', { name: /^Appeal/u }).waitFor();
  await expectNoSidewaysScroll(answering, 'a warning about messages');
  await expectAccessibleInBothThemes(answering, 'a warning about messages');
  await answering.getByRole('link', { name: 'View the conversation' }).click();
  await answering.waitForURL('**/dashboard/messages/*');

  const { page: visitor } = await shop.visitor();
  await open(visitor, `/selected-items-details/${listing}`);
  await visitor.getByRole('link', { name: 'Ask the seller' }).click();
  await visitor.waitForURL('**/login?**');
});

test('Earlier messages are shown before the log, which announces only new ones', async () => {
  const [seller, buyer] = [await addSeller(shop.url, 'Rita Moreno'), await addBuyer(shop.url, 'Bo Ericsson')];
  const listing = await listPhone(seller.client, { model_name: 'Asked About 3', image: seller.image });
  const begun = mustSucceed(await buyer.client.call('POST', '/api/conversations', { productId: listing }), 'beginning a conversation');
  const { _id } = begun.body as { _id: string };
  const say = async ({ client }: Member, text: string) =>
    mustSucceed(await client.call('POST', `/api/conversations/${_id}/messages`, { clientId: crypto.randomUUID(), text, photos: [] }), 'writing');
  for (let number = 1; number <= 3; number += 1) await say(buyer, `Message number ${number}.`);
  const { page } = await visitAs(shop, seller);
  // A page of two messages.
  await page.route(/\/messages\?limit=30/u, (route) => route.continue({ url: route.request().url().replace('limit=30', 'limit=2') }));
  await open(page, `/dashboard/messages/${_id}`);
  await takenOver(page);
  const log = page.getByRole('log');
  await log.getByText('Message number 3.').waitFor();
  await page.getByRole('button', { name: 'Show earlier messages' }).click();
  await page.getByText('Message number 1.').waitFor();
  await say(buyer, 'Something new.');
  await log.getByText('Something new.').waitFor();
  expect(await log.getByText('Message number 1.').count()).toBe(0);
});

test('A message waits for the photo that is still uploading, and goes with it', async () => {
  const [seller, buyer] = [await addSeller(shop.url, 'Rita Moreno'), await addBuyer(shop.url, 'Bo Ericsson')];
  const listing = await listPhone(seller.client, { model_name: 'Asked About 2', image: seller.image });
  const begun = mustSucceed(await buyer.client.call('POST', '/api/conversations', { productId: listing }), 'beginning a conversation');
  const { _id } = begun.body as { _id: string };
  const page = await onPhone(buyer, `/dashboard/messages/${_id}`);
  await takenOver(page);
  const goOn = await delayUploads(page);
  const choose = async () => page.getByLabel('Add a photo').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await pictureOf('png', 400, 400) });
  await choose();
  await page.getByText('Uploading photo: 0%').waitFor();
  // How far it is would be announced at every percent.
  expect(await page.locator('[aria-live]', { hasText: 'Uploading' }).allTextContents()).toEqual(['Uploading photo']);
  await expectNoSidewaysScroll(page, 'a message whose photo is uploading');
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect.poll(() => page.getByLabel('Add a photo').evaluate((field) => field === document.activeElement)).toBe(true);
  await choose();
  await write(page, 'What is this mark?');
  await page.getByText(/^A photo is still uploading/u).waitFor();
  await expectAccessibleInBothThemes(page, 'a message whose photo is still uploading');
  goOn();
  await page.getByRole('button', { name: 'Remove photo 1' }).waitFor();
  await page.getByRole('status').getByText('The photo is attached.').waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: 'Open photo 1' }).waitFor();
  const { body } = await seller.client.call('GET', `/api/conversations/${_id}/messages`);
  expect(body).toMatchObject([{ text: 'What is this mark?', photos: [expect.any(String)] }]);
});

/** A conversation of two new people, begun by the buyer; `say` adds the buyer's next message. */
async function converse(model: string): Promise<{ seller: Member; say(text: string): Promise<void> }> {
  const [seller, buyer] = [await addSeller(shop.url, 'Rita Moreno'), await addBuyer(shop.url, 'Bo Ericsson')];
  const listing = await listPhone(seller.client, { model_name: model, image: seller.image });
  const begun = mustSucceed(await buyer.client.call('POST', '/api/conversations', { productId: listing }), 'beginning a conversation');
  const { _id } = begun.body as { _id: string };
  return {
    seller,
    async say(text) {
      mustSucceed(await buyer.client.call('POST', `/api/conversations/${_id}/messages`, { clientId: crypto.randomUUID(), text }), 'writing');
    },
  };
}

const bellOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Updates/u });

test('On a wide screen the bell counts a message as it comes, wherever one is, and leads to it', async () => {
  const { seller, say } = await converse('Rung About 1');
  const { page } = await visitAs(shop, seller);
  await resize(page, 1280, 800);
  await open(page, '/wanted');
  await bellOf(page).waitFor();
  expect(await bellOf(page).textContent()).not.toContain('new');
  await say('Is it still there?');
  await bellOf(page).filter({ hasText: '1 new' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Bo.*Rung About 1/u })
    .click();
  await page.getByText('Is it still there?').waitFor();
  await bellOf(page).filter({ hasNotText: 'new' }).waitFor();
});

test('A message whose page is left while it is sent isn’t taken for an unsent one later', async () => {
  const { seller, say } = await converse('Left About 1');
  await say('Is it still there?');
  const { page } = await visitAs(shop, seller);
  await resize(page, 1280, 800);
  await open(page, '/dashboard/messages');
  await main(page)
    .getByRole('link', { name: /^Bo.*Left About 1/u })
    .click();
  let leave: () => void = () => undefined;
  const isLeft = new Promise<void>((resolve) => (leave = resolve));
  await page.route(/\/messages$/u, async (route) => {
    if (route.request().method() === 'POST') await isLeft;
    await route.continue();
  });
  await write(page, 'Yes, it is.');
  const unsent = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:unsent:')).length);
  await expect.poll(unsent, PATIENCE).toBe(1);
  await page.getByRole('link', { name: 'My Products' }).first().click();
  await page.getByRole('heading', { name: /My Product/u }).waitFor();
  leave();
  await expect.poll(unsent, PATIENCE).toBe(0);
});

test('A muted conversation still gets its messages, and is counted nowhere until it is unmuted', async () => {
  const { seller, say } = await converse('Muted About 1');
  await say('Hello?');
  const { page } = await visitAs(shop, seller);
  await resize(page, 1280, 800);
  await open(page, '/dashboard/messages');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Bo.*Muted About 1/u })
    .click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Mute' }).click();
  await page.getByText('You’ll get no more emails about this conversation.').waitFor();
  const address = page.url();
  await open(page, '/dashboard/messages');
  await say('Are you there?');
  await page.getByRole('main').getByText('Are you there?').waitFor();
  expect(await bellOf(page).textContent()).not.toContain('new');
  await open(page, address);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Unmute' }).click();
  await page.getByText('You’ll get emails about this conversation again.').waitFor();
  await open(page, '/dashboard/messages');
  await say('And now?');
  await bellOf(page).filter({ hasText: '1 new' }).waitFor();
});

test('Reading one notification leaves the others unread', async () => {
  const seller = await addSeller(shop.url, 'Rita Moreno');
  for (const model of ['Offered 1', 'Offered 2']) {
    const [buyer, productId] = [
      await addBuyer(shop.url, 'Bo Ericsson'),
      await listPhone(seller.client, { model_name: model, resale_price: '300', image: seller.image }),
    ];
    mustSucceed(await buyer.client.call('POST', '/api/offers', { productId, price: 250, phone: '555 0100', meeting_location: 'Station' }), 'offering');
  }
  const { page } = await visitAs(shop, seller);
  await resize(page, 1280, 800);
  await open(page, '/dashboard/updates');
  const unread = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText('New', { exact: true }) });
  await expect.poll(() => unread.count()).toBe(2);
  await unread.filter({ hasText: 'Offered 1' }).getByRole('link').first().click();
  await page.getByRole('textbox', { name: /^Message to/u }).waitFor();
  await open(page, '/dashboard/updates');
  await expect.poll(() => unread.count()).toBe(1);
  expect(await unread.textContent()).toContain('Offered 2');
  // Also when what it is about is reached in another way.
  await open(page, '/dashboard/messages');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Offered 2/u })
    .click();
  await page.getByRole('textbox', { name: /^Message to/u }).waitFor();
  await bellOf(page).filter({ hasNotText: 'new' }).waitFor();
});

test.each([360, 1280])('At %d pixels a short conversation opens with its heading and field in view, and a long one at its end', async (width) => {
  const [seller, buyer] = [await addSeller(shop.url, 'Sia Short'), await addBuyer(shop.url, 'Lou Long')];
  const productId = await listPhone(seller.client, { model_name: 'Opened 1', image: seller.image });
  const { body } = mustSucceed(await buyer.client.call('POST', '/api/conversations', { productId }), 'asking');
  const { _id } = body as { _id: string };
  const say = async (text: string) =>
    mustSucceed(await buyer.client.call('POST', `/api/conversations/${_id}/messages`, { clientId: crypto.randomUUID(), text }), 'writing');
  await say('Hello.');
  const { page } = await visitAs(shop, seller);
  await resize(page, width, 740);
  const inView = async (text: string): Promise<void> => {
    await open(page, `/dashboard/messages/${_id}`);
    await page.getByText(text, { exact: true }).waitFor();
    await expect
      .poll(() => topOf(page.getByText(text, { exact: true })), PATIENCE)
      .toBeLessThan(await topOf(page.getByRole('textbox', { name: /^Message to/u })));
    expect(await topOf(page.getByRole('textbox', { name: /^Message to/u }))).toBeLessThan(700);
  };
  await inView('Hello.');
  expect(await topOf(page.getByRole('heading', { name: 'Lou', level: 1 }))).toBeGreaterThan(60);
  for (let number = 1; number <= 12; number += 1) await say(`Line ${number}`);
  await inView('Line 12');
});

async function topOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.y ?? Number.NaN;
}

test('Where the browser stores nothing, a conversation that waits for an answer still shows', async () => {
  const [seller, buyer] = [await addSeller(shop.url, 'Stella Stored'), await addBuyer(shop.url, 'Noa Nothing')];
  const listing = await listPhone(seller.client, { model_name: 'Asked About 9', image: seller.image });
  const { page, context } = await visitAs(shop, buyer);
  await blockStorage(context);
  await open(page, `/selected-items-details/${listing}`);
  await takenOver(page);
  await page.getByRole('button', { name: 'Ask the seller' }).click();
  await page.getByRole('textbox', { name: /^Message to/u }).waitFor();
  await write(page, 'Is it unlocked?');
  await page.getByText('Is it unlocked?').first().waitFor();
  await page.reload();
  await takenOver(page);
  await page.getByText('Is it unlocked?').first().waitFor();
  await page.getByRole('textbox', { name: /^Message to/u }).waitFor();
});
