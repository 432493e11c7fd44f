import { randomUUID } from 'node:crypto';
import type { FulfillmentState } from '#contract/fulfillment.ts';
import { readImei } from '#contract/imei.ts';
import type { Notification } from '#contract/notifications.ts';
import type { OrderReviews } from '#contract/reviews.ts';
import { createMeeting, createNoShow, createPastMeeting, createProposal } from '#test/support/world/meetings.ts';
import { beginPayment, completeOrder, createListing, intentIdOf, listingInput, payWithCard, reportPaid, sellTo } from '#test/support/world/world.ts';
import { type Making, type Member, SIGNED_IN, type Who } from './world.ts';

const NUMBERS_A_WORLD = 8;

/** Phones on sale, sold, reported, claimed twice and removed, and lost phones. */
export async function addListings(making: Making): Promise<void> {
  const { shop, number, people, refs, secret, granted, inserted } = making;
  const { seller, competitor } = people;
  const [first, second, third, fourth] = [0, 1, 2, 3].map((place) => secret('an IMEI', [], imeiOf(number, place)));
  const phoneOf = (who: string): string => secret(`phone-${who}`, SIGNED_IN);

  const onSale = await createListing(shop, seller, { imei: first, mobile_number: phoneOf('seller') });
  const other = await createListing(shop, competitor, { imei: second, mobile_number: phoneOf('competitor'), model_name: 'Galaxy S20' });
  const sold = await createListing(shop, seller, { mobile_number: phoneOf('seller-sold') });
  const gone = await createListing(shop, competitor, { mobile_number: phoneOf('competitor-gone') });
  const paid = await createListing(shop, seller, { mobile_number: phoneOf('seller-paid') });
  await granted('competitor', `DELETE /products/${gone}`);
  await granted('competitor', 'POST /advertise', { _id: other });
  // A phone listed by two people is listed once, with a question for the admin.
  await shop.call('POST', '/products', { as: competitor.token, body: listingInput({ imei: first }) });
  const { id } = await shop.services.db.selectFrom('imei_questions').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();

  const lose = (who: Member, imei: string | undefined): Promise<string> =>
    inserted(who, 'POST /lostPhones', {
      imei,
      lostOn: '2026-01-02',
      place: secret(`lost-place-${who}`, [who, 'admin']),
      proof: secret(`lost-proof-${who}`, [who, 'admin']),
    });
  refs.lostPhone = [await lose('buyer', third), await lose('rival', fourth)];
  const { passport } = (await shop.call('GET', `/selectedItem/${onSale}`)).body as { passport: string };
  refs.sellersPassport = [passport];
  refs.listing = [onSale, other, sold, gone, paid];
  refs.imeiQuestion = [id];
  refs.removedListing = [gone];
  refs.paidListing = [paid];
}

/** A different IMEI for each world and place. */
function imeiOf(world: number, place: number): string {
  const reading = readImei(`35674108${String(100_003 + ((world * NUMBERS_A_WORLD + place) % 100_000) * 7).padStart(6, '0')}01`);
  if (!('imei' in reading)) throw new Error(`no IMEI: ${reading.refusal}`);
  return reading.imei;
}

/** Orders that are booked, on the waitlist, being paid, paid but unreported, and paid with the phone handed over. */
export async function addOrders(making: Making): Promise<void> {
  const { shop, people, refs, secret, inserted } = making;
  const [onSale, other, sold, , paid] = refs.listing.map(String);
  const book = (who: Member, productId: string | undefined, readers: readonly Who[]): Promise<string> =>
    inserted(who, 'POST /bookings', {
      productId,
      phone: secret(`booking-phone-${who}-${readers.length}`, [...readers, 'admin']),
      meeting_location: secret(`booking-place-${who}-${readers.length}`, [...readers, 'admin']),
    });
  const pay = async (orderId: string): Promise<string> => {
    const clientSecret = await beginPayment(shop, people.buyer, orderId);
    await payWithCard(shop, clientSecret);
    return clientSecret;
  };
  const begun = await book('buyer', onSale, ['buyer', 'admin']);
  const begunSecret = secret('the client secret', ['buyer'], await beginPayment(shop, people.buyer, begun));
  const waiting = await book('rival', onSale, ['rival', 'admin']);
  const open = await book('rival', other, ['rival', 'admin']);
  const bought = await book('buyer', sold, ['buyer', 'seller', 'admin']);
  const boughtSecret = await pay(bought);
  await reportPaid(shop, people.buyer, { listingId: sold ?? '', orderId: bought, clientSecret: boughtSecret });
  await shop.services.db.updateTable('fulfillments').set({ state: 'handed_over', handed_over_at: shop.clock.now() }).where('order_id', '=', bought).execute();
  const proof = { order_id: bought, direction: 'handover', made_at: 1, received_at: 1, offline: 0, counted_at: 1, relist: null } as const;
  const proofs = [{ ...proof, side: 'buyer', how: 'confirmed', step: null } as const, { ...proof, side: 'seller', how: 'typed', step: 1 } as const];
  await shop.services.db.insertInto('handover_proofs').values(proofs).execute();
  const arrived = await book('buyer', paid, ['buyer', 'seller', 'admin']);
  const arrivedSecret = await pay(arrived);
  refs.order = [begun, open, bought, waiting, arrived];
  refs.intent = [begunSecret, boughtSecret, arrivedSecret].map(intentIdOf);
  refs.settledOrder = [bought];
  refs.openOrder = [open];
  refs.waitingOrder = [waiting];
  refs.arrivedOrder = [arrived];
  refs.arrivedIntent = [intentIdOf(arrivedSecret)];
}

/** Problems with phones that were handed over, at each point where somebody may act. */
export async function addProblems({ shop, people, refs }: Making): Promise<void> {
  refs.problemOrder = [await addProblem('problem_reported')];
  refs.offeredOrder = [await addProblem('refund_offered')];
  refs.escalatedOrder = [await addProblem('escalated')];
  refs.returningOrder = [await addProblem('returning')];

  async function addProblem(state: FulfillmentState): Promise<string> {
    const { db } = shop.services;
    const now = shop.clock.now();
    const orderId = await sellTo(shop, people.buyer, await createListing(shop, people.seller));
    const undecided = { answer: null, decision: null, decision_cents: null, decision_reason: null, decided_by: null, decided_at: null };
    await db
      .insertInto('problems')
      .values({ id: randomUUID(), order_id: orderId, opened_by: 'buyer', reason: 'not_working', opened_at: now, offer_cents: 1000, ...undecided })
      .execute();
    await db
      .updateTable('fulfillments')
      .set({ state, due_at: now + 3_600_000, handed_over_at: now })
      .where('order_id', '=', orderId)
      .execute();
    return orderId;
  }
}

/** A payment of which a part is due to the buyer, and for an admin to return by hand. */
export async function addRefusedRefund({ shop, people, refs }: Making): Promise<void> {
  const orderId = await sellTo(shop, people.buyer, await createListing(shop, people.seller));
  const { id } = await shop.services.db
    .updateTable('payments')
    .set({ partial_due_cents: 1000, refund_by_hand_at: shop.clock.now() })
    .where('order_id', '=', orderId)
    .returning('id')
    .executeTakeFirstOrThrow();
  refs.refusedPayment = [id];
}

/** A paid order with a proposal for another time than the agreed one, which has passed, one with a meeting to come, one whose buyer is said to have missed the meeting, and one that was canceled. */
export async function addMeetings({ shop, people, refs, granted }: Making): Promise<void> {
  const buy = async (): Promise<string> => {
    const orderId = await sellTo(shop, people.buyer, await createListing(shop, people.seller));
    await createPastMeeting(shop, orderId);
    return orderId;
  };
  const [toMeet, missed] = [await buy(), await buy()];
  refs.orderToMeet = [toMeet];
  const coming = await sellTo(shop, people.buyer, await createListing(shop, people.seller));
  await createMeeting(shop, coming, 600);
  refs.orderWithMeeting = [coming];
  refs.proposal = [await createProposal(shop, toMeet, 'seller')];
  await createNoShow(shop, missed);
  refs.missedOrder = [missed];
  const canceled = await buy();
  await granted('buyer', `POST /orders/${canceled}/cancellation`, { reason: 'The wrong color.' });
  refs.canceledOrder = [canceled];
}

/** An order to review, and one with reviews of both sides, of which the buyer's is reported. */
export async function addReviews({ shop, people, refs, granted }: Making): Promise<void> {
  const buy = async (): Promise<string> => {
    const orderId = await sellTo(shop, people.buyer, await createListing(shop, people.seller));
    await completeOrder(shop, orderId);
    return orderId;
  };
  const [open, reviewed] = [await buy(), await buy()];
  for (const who of ['seller', 'buyer'] as const) await granted(who, `PUT /orders/${reviewed}/review`, { stars: 3, text: `By the ${who}.` });
  const { theirs, own } = await granted<OrderReviews>('buyer', `GET /orders/${reviewed}/reviews`);
  await granted('rival', `POST /reviews/${own?._id}/reports`, { reason: 'It is rude.' });
  refs.notification = (await granted<Notification[]>('seller', 'GET /notifications')).map(({ _id }) => _id);
  refs.review = [theirs?._id ?? '', own?._id ?? ''];
  refs.reportedReview = [own?._id ?? ''];
  refs.reviewableOrder = [open];
}

/** Sellers’ drafts and imports. */
export async function addDrafts(making: Making): Promise<void> {
  const { shop, people, refs, secret, granted } = making;
  const bought = await sellTo(shop, people.competitor, await createListing(shop, people.seller));
  await completeOrder(shop, bought);
  refs.boughtOrder = [bought];
  refs.draft = [await draft(making, 'seller', secret('a draft', ['seller'])), await draft(making, 'competitor', secret('another’s draft', ['competitor']))];
  refs.import = [await importRows(making, secret('an import', ['seller']))];
  const models = await granted<{ _id: string }[]>('buyer', 'GET /phoneModels?search=galaxy');
  refs.model = models.map(({ _id }) => _id);
}

async function draft({ granted }: Making, who: Member, description: string): Promise<string> {
  const id = randomUUID();
  await granted(who, `PUT /drafts/${id}`, { revision: 0, content: { description } });
  return id;
}

/** A spreadsheet with the template's example and a row that is refused. */
async function importRows({ shop, people, granted }: Making, title: string): Promise<string> {
  const head = '--world\r\ncontent-disposition: form-data; name="file"; filename="phones.csv"\r\ncontent-type: text/csv\r\n\r\n';
  const template = String(await granted('seller', 'GET /listingTemplate'));
  const columns = template.split(/\r?\n/u)[0] ?? '';
  const cells = columns.split(',').map(() => title);
  const payload = `${head}${template.trimEnd()}\n${cells.join(',')}\n\r\n--world--\r\n`;
  const headers = { authorization: `Bearer ${people.seller.token}`, 'content-type': 'multipart/form-data; boundary=world' };
  const reply = await shop.app.inject({ method: 'POST', url: '/api/listingImports', headers, payload });
  if (reply.statusCode !== 201) throw new Error(`an import answered ${reply.statusCode}: ${reply.body}`);
  return (reply.json() as { _id: string })._id;
}
