import { test } from 'vitest';
import { listPhone } from '#test/support/world/calls.ts';
import { open, takenOver } from './browser.ts';
import { addBuyer, addSeller, main, openStage, visitAs } from './conformance/stage.ts';
import { press, tabTo, type } from './keys.ts';

const shop = openStage();

test('By keyboard alone, a buyer asks and makes an offer, and the seller answers and counters', async () => {
  const [seller, buyer] = [await addSeller(shop.url, 'Rita Moreno'), await addBuyer(shop.url, 'Bo Ericsson')];
  const listing = await listPhone(seller.client, { model_name: 'Typed About 1', resale_price: '300', image: seller.image });

  const { page: asking } = await visitAs(shop, buyer);
  await open(asking, `/selected-items-details/${listing}`);
  await takenOver(asking);
  await press(asking, asking.getByRole('button', { name: 'Ask the seller' }));
  await type(asking, asking.getByRole('textbox', { name: /^Message to/u }), 'Is it unlocked?');
  await press(asking, asking.getByRole('button', { name: 'Send' }));

  const { page: answering } = await visitAs(shop, seller);
  await open(answering, '/dashboard/messages');
  await press(answering, main(answering).getByRole('link', { name: /^Bo.*Typed About 1/u }));
  await answering.getByText('Is it unlocked?').waitFor();
  await type(answering, answering.getByRole('textbox', { name: /^Message to/u }), 'Yes.');
  await press(answering, answering.getByRole('button', { name: 'Send' }));
  await asking.getByText('Yes.', { exact: true }).waitFor();

  await press(
    asking,
    main(asking)
      .getByRole('link', { name: /Typed About 1/u })
      .first(),
  );
  await takenOver(asking);
  await press(asking, asking.getByRole('button', { name: 'Make an offer' }));
  await type(asking, asking.getByRole('textbox', { name: 'Your offer in dollars' }), '250');
  await type(asking, asking.getByRole('textbox', { name: 'Phone number' }), '555 0100');
  await type(asking, asking.getByRole('textbox', { name: 'Meeting location' }), 'Station hall');
  await press(asking, asking.getByRole('button', { name: 'Send offer' }));
  await answering.getByText('Offer: $250.00').waitFor();
  await press(answering, answering.getByRole('button', { name: 'Counter' }));
  await type(answering, answering.getByRole('textbox', { name: 'Your price in dollars' }), '270');
  await press(answering, answering.getByRole('button', { name: 'Send counteroffer' }));
  await tabTo(asking, asking.getByRole('button', { name: 'Accept $270.00' }));
});

test('By keyboard alone, somebody saves a search', async () => {
  const { page } = await visitAs(shop, await addBuyer(shop.url, 'Cy Young'));
  await open(page, '/search');
  await takenOver(page);
  await type(page, main(page).getByRole('combobox', { name: 'Search phones' }), 'galaxy under 300');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: 'Save this search' }));
  await press(page, page.getByRole('link', { name: 'Search saved' }));
  await page.waitForURL('**/dashboard/**');
  await main(page).getByText('galaxy under 300').first().waitFor();
});
