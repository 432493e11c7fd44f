import { insertedId, mustSucceed, priceOf, requestBooking, requestReservation } from '../../support/world/calls.ts';
import { listingInput } from '../../support/world/values.ts';
import { type Family, must, mustRefuse, type Scene } from '../attack.ts';
import type { Client, Reply } from '../client.ts';
import { listPhone, type Person } from '../people.ts';

/** The most phones that one person may reserve at once, according to the rulings. */
const AT_ONCE = 2;
const PUPPETS = 8;

type OnSale = { _id: string; model_name: string; resale_price: number };

export const reservationAttacks: Family = {
  name: 'Phones taken off sale without paying',
  attacks: [
    {
      name: 'one account reserves everything',
      run: async (scene) => {
        const buyer = await scene.person('buyer');
        const replies = await reserveAll(buyer, await onSale(buyer.client, 64));
        const taken = countOk(replies);
        for (const reply of replies) if (reply.status !== 200) mustRefuse(reply, 'a reservation too many', [403, 409, 429]);
        must(taken <= AT_ONCE, `one account holds ${taken} phones without paying`);
        return `${taken} of ${replies.length} phones; then: ${replies.at(-1)?.text.slice(0, 140)}`;
      },
    },
    {
      name: 'one account reserves everything at the same moment',
      run: async (scene) => {
        const buyer = await scene.person('buyer');
        const phones = await onSale(buyer.client, 40);
        const orders: { id: string; price: number }[] = [];
        for (const { _id, resale_price } of phones) {
          const booked = await requestBooking(buyer, _id);
          if (booked.status === 201) orders.push({ id: insertedId(booked), price: resale_price });
        }
        const taken = countOk(await Promise.all(orders.map(({ id, price }) => requestReservation(buyer, id, price))));
        must(taken <= AT_ONCE, `one account holds ${taken} phones without paying`);
        return `${taken} of ${orders.length} phones`;
      },
    },
    {
      name: 'eight accounts in one network reserve everything',
      run: async (scene) => {
        const phones = await onSale(scene.client(), 64);
        const first = scene.client();
        const network = Number(first.address.split('.')[2]) + (Number(first.address.split('.')[1]) - 20) * 250;
        let taken = 0;
        for (let number = 0; number < PUPPETS; number++) {
          const puppet = await scene.person('buyer', { client: scene.client(network) }).catch(() => null);
          if (puppet) taken += countOk(await reserveAll(puppet, phones.slice(number * 4, number * 4 + 4)));
        }
        must(taken <= PUPPETS * AT_ONCE, `${taken} phones are held`);
        return `${taken} of ${phones.length} phones held by ${PUPPETS} accounts`;
      },
    },
    {
      name: 'reserving again and again makes no reservation longer',
      run: async (scene) => {
        const buyer = await scene.person('buyer');
        const id = await aPhone(scene);
        const orderId = insertedId(mustSucceed(await requestBooking(buyer, id), 'booking'));
        const price = await priceOf(buyer, orderId);
        const ends = new Set<string>();
        for (let times = 0; times < 20; times++) {
          const { body } = await requestReservation(buyer, orderId, price);
          ends.add(String((body as { heldUntil?: string } | null)?.heldUntil));
          await scene.pause(30);
        }
        must(ends.size === 1, `a reservation ended at ${ends.size} different moments`);
        return 'one end, asked 20 times';
      },
    },
    {
      name: 'a price alone pays for no order that the page did not show',
      run: async (scene) => {
        const buyer = await scene.person('buyer');
        const seller = await scene.person('seller');
        const [first, second] = [await listPhone(seller, { resale_price: '77.10' }), await listPhone(seller, { resale_price: '77.10' })];
        const orderId = insertedId(mustSucceed(await requestBooking(buyer, first), 'booking'));
        const price = await priceOf(buyer, orderId);
        const alone = await buyer.client.ask('POST', '/api/create-payment-intent', { json: { price } });
        must(alone.status === 200, `the only order at this price was answered with ${alone.status}`);
        await requestBooking(buyer, second);
        mustRefuse(await buyer.client.ask('POST', '/api/create-payment-intent', { json: { price: 77.1 } }), 'a price of two orders', [422]);
        return 'the only order; with two of one price: 422';
      },
    },
    {
      name: 'orders of others are neither reserved nor told apart from none',
      run: async (scene) => {
        const [buyer, thief] = [await scene.person('buyer'), await scene.person('buyer')];
        const orderId = insertedId(mustSucceed(await requestBooking(buyer, await aPhone(scene)), 'booking'));
        const theirs = mustRefuse(await requestReservation(thief, orderId, 289), 'another’s order', [404]);
        const none = mustRefuse(await requestReservation(thief, '0199aaaa-0000-7000-8000-000000000001', 289), 'no order', [404]);
        must(theirs.text === none.text, 'another’s order is refused in other words than none');
        return theirs.text;
      },
    },
  ],
};

async function onSale(client: Client, count: number): Promise<OnSale[]> {
  const { body } = mustSucceed(await client.ask('GET', '/api/products?limit=100'), 'reading what is on sale');
  // Leaves out what the visitor is about to buy: being faster than somebody is no attack.
  return (body as OnSale[]).filter(({ model_name }) => model_name !== listingInput().model_name).slice(0, count);
}

/** Books phones and opens a payment for each. Returns the latter replies. */
async function reserveAll(buyer: Person, phones: readonly OnSale[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const { _id, resale_price } of phones) {
    const booked = await requestBooking(buyer, _id);
    replies.push(booked.status === 201 ? await requestReservation(buyer, insertedId(booked), resale_price) : booked);
  }
  return replies;
}

function countOk(replies: readonly Reply[]): number {
  return replies.filter(({ status }) => status === 200).length;
}

async function aPhone(scene: Scene, changes: object = {}): Promise<string> {
  return listPhone(await scene.person('seller'), changes as Record<string, unknown>);
}
