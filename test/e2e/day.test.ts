import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { type PracticeBrowser, startPushService } from '#test/support/doubles/push-service.ts';
import { listPhone } from '#test/support/world/calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './access.ts';
import { launchWholeBrowser, open, PATIENCE, takenOver } from './browser.ts';
import { choosePicture, fillProduct, submitButton } from './conformance/listing-form.ts';
import { addBuyer, addSeller, EMPTY_SHOP, type Member, main, payWith, type Seller, visitAs } from './conformance/stage.ts';
import { appears, button, PHONE, press, reads } from './orders/pair.ts';
import { toast } from './people.ts';
import { allowNotifications, deliver, pressNotification, shownBy } from './push-phone.ts';
import { openShop } from './shop.ts';

const service = await startPushService();
const shop = openShop({ ...EMPTY_SHOP, PUSH_STAND_IN: service.url }, launchWholeBrowser);
afterAll(() => service.close());

/** The seller, and buyers who haggle, follow a phone, and search for one; each with their own phone. `wanted`: the model that is searched for. */
type Day = { selling: Page; haggling: Page; following: Page; searching: Page; wanted: string };

/** A second try finds the wanted ads of the first, so it wants another model. */
const wantedModels = ['Galaxy S21', 'Galaxy S22', 'Galaxy S23'];

test('A seller and three buyers spend a day in the shop, and what one does on one page shows on the others', async () => {
  const seller = await addSeller(shop.url, 'Rita Moreno');
  const [buyer, follower, searcher] = await Promise.all(['Bo Ericsson', 'Ida Holm', 'Cy Young'].map((name) => addBuyer(shop.url, name)));
  if (!buyer || !follower || !searcher) throw new Error('three buyers were added');
  const browser = service.subscribe();
  const [selling, haggling, following, searching] = [await onPhone(seller), await onPhone(buyer, browser), await onPhone(follower), await onPhone(searcher)];
  const day = { selling, haggling, following, searching, wanted: wantedModels.shift() ?? '' };
  const [first, second] = [await list(seller, 'Pixel 6', '289'), await list(seller, 'Galaxy S20', '320')];

  await askAndAnswer(day, first);
  await haggle(day);
  await bookAsRival(day, first);
  await payAgreedPrice(day);
  await lowerPrice(day, second);
  await searchAndWant(day);
  await listWanted(day);
  await editWhileTalking(day);
  await block(day);
  await writeToClosedTab(day, browser);
}, 240_000);

async function onPhone(member: Member, browser?: PracticeBrowser): Promise<Page> {
  const { page, context } = await visitAs(shop, member, {
    expected: [
      { url: /\/create-payment-intent$/u, status: 409 },
      { url: /\/messages$/u, status: 403 },
    ],
  });
  if (browser) await allowNotifications(context, shop.url, browser);
  await page.setViewportSize(PHONE);
  return page;
}

const list = ({ client, image }: Seller, model: string, price: string): Promise<string> => listPhone(client, { model_name: model, resale_price: price, image });

async function visitPhone(page: Page, id: string): Promise<void> {
  await open(page, `/selected-items-details/${id}`);
  await takenOver(page);
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to/u }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** Waits for what comes by itself while a conversation is open. */
const hears = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

/** Opens what a notification leads to, from the bar at the bottom. */
async function followUpdate(page: Page, subject: string | RegExp): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: /^Messages/u })
    .click();
  await page
    .getByRole('navigation', { name: 'Inbox' })
    .getByRole('link', { name: /^Updates/u })
    .click();
  const update = main(page).getByRole('link', { name: subject });
  await appears(update);
  await update.first().click();
}

async function askAndAnswer({ selling, haggling }: Day, phone: string): Promise<void> {
  await visitPhone(haggling, phone);
  await haggling.getByRole('button', { name: 'Ask the seller' }).click();
  await write(haggling, 'Is it unlocked?');
  await press(haggling, 'Turn on');
  await toast(haggling, 'Notifications are on for this device.');

  await open(selling, '/dashboard/messages');
  await main(selling)
    .getByRole('link', { name: /^Bo.*Pixel 6/u })
    .click();
  await hears(selling, 'Is it unlocked?');
  await write(selling, 'Yes, for all carriers.');
  await hears(haggling, 'Yes, for all carriers.');
}

async function haggle({ selling, haggling }: Day): Promise<void> {
  await main(haggling)
    .getByRole('link', { name: /Pixel 6/u })
    .click();
  await button(haggling, 'Make an offer').click();
  await haggling.getByRole('textbox', { name: 'Your offer in dollars' }).fill('240');
  await haggling.getByRole('textbox', { name: 'Phone number' }).fill('555 0100');
  await haggling.getByRole('textbox', { name: 'Meeting location' }).fill('Station hall');
  await button(haggling, 'Send offer').click();
  // Both have the conversation open from here on, and see each step at once.
  await hears(selling, 'Offer: $240.00');
  await button(selling, 'Counter').click();
  await selling.getByRole('textbox', { name: 'Your price in dollars' }).fill('265');
  await button(selling, 'Send counteroffer').click();
  await button(haggling, 'Accept $265.00').click();
  await haggling.getByRole('dialog').getByRole('button', { name: 'Accept $265.00' }).click();
  await hears(selling, 'Accepted: $265.00');
}

async function bookAsRival({ following }: Day, phone: string): Promise<void> {
  await visitPhone(following, phone);
  await following.getByRole('link', { name: 'Book Now', exact: true }).click();
  await following.getByLabel('Phone number').fill('555 0101');
  await following.getByLabel('Meeting location').fill('Main library');
  await press(following, 'Add to Order');
  await toast(following, 'Pixel 6 is booked successfully!');
  await following.getByRole('link', { name: 'Go to payment' }).click();
  await reads(following, /reserved for another buyer, who agreed on a price/u);
  await expectNoSidewaysScroll(following, 'the payment page of a reserved phone');
  await expectAccessible(following, 'the payment page of a reserved phone');
}

async function payAgreedPrice({ selling, haggling, following }: Day): Promise<void> {
  await haggling.getByRole('link', { name: 'Pay now' }).click();
  await reads(haggling, /^You and the seller agreed on \$265, to be paid by /u);
  await payWith(haggling, '4242 4242 4242 4242');
  await haggling.getByRole('heading', { name: 'Congratulations!' }).waitFor();
  expect(await haggling.getByText('to be paid by').count()).toBe(0);
  await reads(selling, 'Accepted and paid');
  await followUpdate(following, 'Pixel 6 was sold to another buyer');
}

async function lowerPrice({ selling, following }: Day, phone: string): Promise<void> {
  await visitPhone(following, phone);
  // The first heart is this phone's; the others are those of similar phones.
  await button(following, 'Save: Galaxy S20').first().click();
  await open(selling, '/dashboard/myProducts');
  await selling.getByRole('link', { name: 'Edit Galaxy S20' }).click();
  await selling.getByLabel('Resale price').fill('250');
  await press(selling, 'Save changes');
  await reads(selling, 'Galaxy S20 is updated.');
  await followUpdate(following, 'Galaxy S20 now costs $250.00');
  await reads(following, /^\$320 until /u);
}

async function searchAndWant({ searching, wanted }: Day): Promise<void> {
  await open(searching, '/search');
  await takenOver(searching);
  const field = main(searching).getByRole('combobox', { name: 'Search phones' });
  await field.fill(`${wanted} under 300`);
  await field.press('Enter');
  await press(searching, 'Save this search');
  await searching.getByRole('link', { name: 'Search saved' }).click();
  await searching.getByRole('button', { name: /^Post a wanted ad/u }).click();
  await searching.getByLabel('Top price in dollars').fill('300');
  await press(searching, 'Post');
  await reads(searching, /^Wanted: .*up to \$300, until/u);
}

async function listWanted({ selling, searching, wanted }: Day): Promise<void> {
  await open(selling, '/wanted');
  await selling.getByRole('link', { name: `I have this phone: ${wanted}` }).click();
  await selling.getByRole('link', { name: 'Show all fields on one page' }).click();
  await reads(selling, '1 person wants this phone for up to $300.');
  await choosePicture(selling);
  await fillProduct(selling, { model_name: wanted, resale_price: '280' });
  await submitButton(selling).click();
  await toast(selling, 'Successfully added a Product!');
  await followUpdate(searching, `New: ${wanted}, $280.00`);

  await press(selling, `More for ${wanted}`);
  await selling.getByRole('link', { name: 'Interest' }).click();
  await selling.getByRole('button', { name: `Answer: ${wanted}` }).click();
  await reads(selling, 'Answered');
  await followUpdate(searching, `A seller has the phone you want: ${wanted}, $280.00`);
}

async function editWhileTalking({ selling, searching, wanted }: Day): Promise<void> {
  await press(searching, 'Ask the seller');
  await write(searching, 'Where could we meet?');
  await open(selling, '/dashboard/messages');
  await main(selling)
    .getByRole('link', { name: new RegExp(`^Cy.*${wanted}`, 'u') })
    .click();
  await write(selling, 'In Faro, where I live now.');
  await hears(searching, 'In Faro, where I live now.');
  await open(selling, '/dashboard/myProducts');
  await selling.getByRole('link', { name: `Edit ${wanted}` }).click();
  await selling.getByLabel('Location').fill('Faro');
  await press(selling, 'Save changes');
  await hears(selling, `${wanted} is updated.`);
  await main(searching).getByRole('link', { name: wanted }).click();
  await hears(searching, /^Faro/u);
}

async function block({ selling, searching, wanted }: Day): Promise<void> {
  await press(searching, 'Ask the seller');
  await open(selling, '/dashboard/messages');
  await main(selling)
    .getByRole('link', { name: new RegExp(`^Cy.*${wanted}`, 'u') })
    .click();
  await press(selling, 'More');
  await press(selling, 'Block');
  await hears(selling, 'You’ve blocked this person. Unblock them to write to them.');
  await expectNoSidewaysScroll(selling, 'a conversation with somebody blocked');
  await expectAccessible(selling, 'a conversation with somebody blocked');
  await write(searching, 'Then come to Porto!');
  await hears(searching, 'Your message can’t be delivered.');
}

async function writeToClosedTab({ selling, haggling }: Day, browser: PracticeBrowser): Promise<void> {
  const context = haggling.context();
  const before = browser.received.length;
  await haggling.close();
  await open(selling, '/dashboard/messages');
  await main(selling)
    .getByRole('link', { name: /^Bo.*Pixel 6/u })
    .click();
  await write(selling, 'It’s charged and packed.');
  await expect.poll(() => browser.received.length, PATIENCE).toBe(before + 1);
  const payload = browser.received.at(-1)?.payload;
  await deliver(context, shop.url, JSON.stringify(payload));
  await expect.poll(() => shownBy(context), PATIENCE).toMatchObject([{ title: 'New message: Pixel 6', body: 'The seller has written to you.' }]);
  const back = await context.newPage();
  await open(back, await pressNotification(context));
  await reads(back, 'It’s charged and packed.');
}
