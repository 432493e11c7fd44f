import { patchesAtRandom } from '../../support/pictures.ts';
import { buyPhone, insertedId, mustSucceed, payByCard, priceOf, requestBooking, requestReservation, uploadPicture } from '../../support/world/calls.ts';
import { listingInput } from '../../support/world/values.ts';
import { type Family, must, mustRefuse } from '../attack.ts';
import { listPhone } from '../people.ts';

/** Texts that are no amount, or that a careless parser reads as another amount. */
const NO_PRICES = [
  '0.001',
  '1.500',
  '$199.999',
  '1.299',
  '0',
  '0.49',
  '-5',
  '1000000',
  '1e3',
  '0x10',
  '٣٠٠',
  '１００',
  '1,2,3',
  '12..5',
  '1 2 3',
  'NaN',
  'Infinity',
  '$',
  '',
  '199 or 250',
  '$$5',
  '1.000.00',
  '99999999999999999999',
];
const NO_NUMBERS = [0.001, 199.999, 0, -1, 1e21, 1_000_000, 0.1 + 0.2];

export const moneyAttacks: Family = {
  name: 'Money that is not there, or somebody else’s',
  attacks: [
    {
      name: 'prices that read as other amounts',
      run: async (scene) => {
        const seller = await scene.person('seller');
        const image = await uploadPicture(seller, await patchesAtRandom());
        for (const price of [...NO_PRICES, ...NO_NUMBERS]) {
          const reply = await seller.client.ask('POST', `/api/products?email=${seller.email}`, { json: listingInput({ image, resale_price: price }) });
          mustRefuse(reply, `a price of ${JSON.stringify(price)}`, [422]);
          must('resale_price' in ((reply.body as { fields?: object }).fields ?? {}), `${JSON.stringify(price)} is not refused at its field`);
        }
        return `${NO_PRICES.length + NO_NUMBERS.length} refused, each at its field`;
      },
    },
    {
      name: 'a phone booked at a price of one’s own',
      run: async (scene) => {
        const buyer = await scene.person('buyer');
        const id = await listPhone(await scene.person('seller'));
        const reply = await buyer.client.ask('POST', '/api/bookings', {
          json: {
            productId: id,
            phone: '1',
            meeting_location: 'x',
            price: 1,
            resale_price: 1,
            ProductName: 'Free',
            buyerName: 'Somebody',
            email: 'a@b.example',
            paid: true,
          },
        });
        const orderId = insertedId(mustSucceed(reply, 'booking'));
        const { body } = await buyer.client.ask('GET', `/api/payment/${orderId}`);
        const order = body as { price: number; paid: boolean; ProductName: string; email: string };
        must(order.price > 200 && !order.paid && order.ProductName !== 'Free' && order.email === buyer.email, `the order says ${JSON.stringify(order)}`);
        mustRefuse(await requestReservation(buyer, orderId, 1), 'a dollar for it', [422]);
        return `an order at $${order.price}`;
      },
    },
    {
      name: 'a payment without money, of another order, and twice',
      run: async (scene) => {
        const [buyer, other] = [await scene.person('buyer'), await scene.person('buyer')];
        const seller = await scene.person('seller');
        const [first, second] = [await listPhone(seller), await listPhone(seller)];
        const [mine, theirs] = [
          insertedId(mustSucceed(await requestBooking(buyer, first), 'booking')),
          insertedId(mustSucceed(await requestBooking(other, second), 'booking')),
        ];
        const opened = mustSucceed(await requestReservation(buyer, mine, await priceOf(buyer, mine)), 'reserving');
        const secret = (opened.body as { clientSecret: string }).clientSecret;
        const report = (client: typeof buyer.client, product: string, orderId: string, transactionId: string) =>
          client.ask('POST', `/api/payments/${product}`, { json: { orderId, transactionId, price: 1, paid: true } });
        mustRefuse(await report(buyer.client, first, mine, secret.split('_secret_')[0] ?? ''), 'an unpaid intent', [409]);
        mustRefuse(await report(buyer.client, first, mine, 'pi_invented'), 'an invented payment', [422]);
        const transactionId = await payByCard(buyer, secret);
        mustRefuse(await report(other.client, second, theirs, transactionId), 'another’s payment', [422]);
        mustSucceed(await report(buyer.client, first, mine, transactionId), 'the payment itself');
        const again = mustSucceed(await report(buyer.client, first, mine, transactionId), 'the payment again');
        must(again.status === 200, 'the same payment counts twice');
        return 'one payment for one order';
      },
    },
    {
      name: 'messages in the card provider’s name',
      run: async (scene) => {
        const client = scene.client();
        const event = JSON.stringify({
          id: 'evt_1',
          object: 'event',
          type: 'payment_intent.succeeded',
          data: { object: { id: 'pi_1', object: 'payment_intent', status: 'succeeded' } },
        });
        const send = (headers: Record<string, string>) =>
          client.ask('POST', '/api/webhooks/payments', { body: event, headers: { 'content-type': 'application/json', ...headers } });
        const now = Math.floor(Date.now() / 1000);
        for (const headers of [
          {},
          { 'stripe-signature': '' },
          { 'stripe-signature': `t=${now},v1=${'0'.repeat(64)}` },
          { 'stripe-signature': `t=1,v1=${','.repeat(9000)}` },
        ])
          mustRefuse(await send(headers as Record<string, string>), 'a forged message', [400]);
        return 'four refused';
      },
    },
    {
      name: 'a webhook of a megabyte without a signature',
      run: async (scene) => {
        const reply = await scene
          .client()
          .ask('POST', '/api/webhooks/payments', { body: 'x'.repeat(3_000_000), headers: { 'content-type': 'application/json' } });
        must(reply.status >= 400 || reply.status === 0, `it was answered with ${reply.status}`);
        return `${reply.status || 'no response'}`;
      },
    },
    {
      name: 'refunds, payouts and lists of money by people who are no admin',
      run: async (scene) => {
        const buyer = await scene.person('buyer');
        const id = await listPhone(await scene.person('seller'));
        await buyPhone(buyer, id);
        const { body } = await buyer.client.ask('GET', `/api/bookings?email=${buyer.email}`);
        const orderId = (body as { _id: string }[])[0]?._id ?? '';
        for (const [method, path, body] of [
          ['POST', `/api/orders/${orderId}/refund`, { reason: 'mine', relist: true }],
          ['POST', `/api/orders/${orderId}/payout`, undefined],
          ['GET', '/api/payments', undefined],
          ['GET', '/api/auditLog/export', undefined],
        ] as const)
          mustRefuse(await buyer.client.ask(method, path, { json: body }), `${method} ${path}`, [403]);
        return 'four refused';
      },
    },
  ],
};
