import type { Fault } from '#server/adapters/payments/practice/faults.ts';
import { chargeOf } from '#server/features/orders/booking.ts';
import { findOrder, findOrderOf } from '#server/features/orders/queries.ts';
import type { Client } from '#server/features/payments/client.ts';
import { beginPayment, cancelBooking, findOrderToPay, giveUp, waitForTurn } from '#server/features/payments/intents.ts';
import { refundSale } from '#server/features/payments/refunds.ts';
import { confirmPayment } from '#server/features/payments/settle.ts';
import { sweepPayments, sweepReservations } from '#server/features/payments/sweep.ts';
import { handleProviderEvent } from '#server/features/payments/webhook.ts';
import { takeOff } from '#server/features/removals/index.ts';
import { removePerson } from '#server/features/removals/people-commands.ts';
import { intentIdOf } from '#test/support/world/values.ts';
import { bookPhones, NO_ORDER } from './book.ts';
import { type Chance, createChance } from './chance.ts';
import { createHaggling, outlastOffers } from './offers-play.ts';
import { createSelling } from './selling-play.ts';
import { type Actor, isExpected, type Reach, startActor } from './steps.ts';
import { answerBank, type Buyer, confirmCard, type Phone, PRICE_CENTS, RESERVATION_MS, readMessages, sign, type World } from './world.ts';

const CARDS = ['4242424242424242', '4242424242424242', '4000000000000002', '4000002500003155'] as const;
const FAULTS = ['unreachable', 'lost-reply', 'server-error', 'too-many'] as const satisfies Fault[];
const MINUTE_MS = 60_000;
const DISCOUNT_CENTS = 5000;
const ADMIN = { role: 'admin', id: null } as const;

/** What happened in one interleaving, to find out why it failed. */
export type Diary = string[];

/** Plays one interleaving. Returns its phones and the diary of what happened. */
export async function play(world: World, seed: number): Promise<{ phones: Phone[]; diary: Diary }> {
  const chance = createChance(seed);
  const discountCents = chance.percent(70) ? DISCOUNT_CENTS : 0;
  const isLive = chance.percent(60);
  const phones = await bookPhones(world, chance, { discountCents, later: isLive });
  const diary: Diary = [];
  const game = createGame(world, phones, chance, { diary, discountCents, isLive });
  await game.play(12 + chance.below(36));
  await game.end();
  return { phones, diary };
}

/** Runs all actors around these phones, in an order that the seed decides. */
function createGame(world: World, phones: Phone[], chance: Chance, { diary, discountCents, isLive }: { diary: Diary; discountCents: number; isLive: boolean }) {
  const faults: unknown[] = [];
  const running: { actor: Actor; process: number }[] = [];
  const { clock, processes } = world;
  const buyers = phones.flatMap((phone) => phone.buyers);
  const nameOf = (one: Buyer): string => `buyer ${buyers.indexOf(one)}`;
  const services = ({ db, payments }: Reach) => ({ db, payments, clock, reservationMs: () => RESERVATION_MS, sellerFee: () => undefined });

  const begin = (name: string, work: (reach: Reach) => Promise<unknown>, onValue: (value: unknown) => void = () => {}): void => {
    diary.push(`begins: ${name}`);
    const process = chance.below(2);
    const actor = startActor(name, processes[process === 0 ? 0 : 1], work, ({ value, error }) => {
      diary.push(`ends: ${name}${error ? ` with ${String(error)}` : ''}`);
      // A refusal is a reply, and crashes are what the test is about; any other error is the shop's fault.
      if (error !== undefined && !isExpected(error)) faults.push(error);
      if (error === undefined) onValue(value);
    });
    running.push({ actor, process });
  };

  const buyer = (): Buyer => chance.pickOf(buyers) as Buyer;
  const secretOf = ({ secrets }: Buyer): string | undefined => (chance.percent(80) ? secrets.at(-1) : chance.pickOf(secrets));

  const openPayment = (): void => {
    const one = buyer();
    if (one.orderId === NO_ORDER) {
      selling?.book(one);
      return;
    }
    begin(
      `${nameOf(one)} opens the payment page`,
      async (reach) => {
        const shown = await findOrderOf(reach.db, one.id, one.orderId);
        const priceCents = shown ? chargeOf(shown) : PRICE_CENTS;
        const order = await findOrderToPay(services(reach), { buyerId: one.id, priceCents, orderId: one.orderId });
        return (await beginPayment(services(reach), order, clientOf(one))).clientSecret;
      },
      (secret) => one.secrets.push(secret as string),
    );
  };

  const reportPayment = (): void => {
    const one = buyer();
    const secret = secretOf(one);
    if (!secret) return;
    const payment = { buyerId: one.id, productId: one.listingId, orderId: one.orderId, transactionId: intentIdOf(secret) };
    begin(`${nameOf(one)}'s browser tells the shop`, (reach) => confirmPayment(services(reach), payment));
  };

  const payByCard = async (): Promise<void> => {
    const one = buyer();
    const secret = secretOf(one);
    if (!secret) return;
    const card = chance.pick(CARDS);
    diary.push(`${nameOf(one)} uses the card …${card.slice(-4)} for ${intentIdOf(secret)}`);
    await confirmCard(world, secret, card);
    if (card.endsWith('3155') && chance.percent(70)) await answerBank(world, secret, chance.percent(70) ? 'complete' : 'fail');
  };

  /** Messages may get lost, or arrive twice, late, and in any order. */
  const deliver = async (): Promise<void> => {
    const intents = buyers.flatMap(({ secrets }) => secrets.map(intentIdOf));
    const body = chance.pickOf(await readMessages(world, intents));
    if (body === undefined) return;
    const times = chance.percent(85) ? 1 : 1 + chance.below(9);
    for (let count = 0; count < times; count += 1)
      begin('a message of the provider arrives', (reach) => handleProviderEvent(services(reach), body, sign(world, body)));
  };

  const passTime = (): void => {
    const minutes = chance.pick([1, 2, 5, 14, 15, 16, 40, 120]);
    diary.push(`${minutes} minutes pass`);
    clock.advance(minutes * MINUTE_MS);
  };

  const misbehave = (): void => {
    const fault = chance.pick(FAULTS);
    const share = chance.pick([20, 50, 100]);
    const isOver = chance.percent(50);
    diary.push(isOver ? 'the provider is well' : `the provider is ${fault}, ${share} of 100 times`);
    world.misbehaveWith(isOver ? null : () => (chance.percent(share) ? fault : null));
  };

  const askToBeNext = (): void => {
    const one = buyer();
    begin(`${nameOf(one)} asks to be next`, (reach) => waitForTurn(services(reach), one.orderId, clientOf(one)));
  };

  const letGo = (): void => {
    const one = buyer();
    const name = nameOf(one);
    if (chance.percent(70)) begin(`${name} lets go`, (reach) => giveUp(services(reach), one.id, one.orderId));
    else begin(`${name} cancels`, (reach) => cancelBooking(services(reach), one.id, one.orderId));
  };

  const seldom = (): void => {
    const now = clock.now();
    const what = chance.below(3);
    if (what === 0) {
      const { listingId } = buyer();
      const removal = { reason: 'reported', by: ADMIN, now } as const;
      begin('the listing is deleted', ({ db }) => db.transaction().execute((tx) => takeOff(tx, listingId, removal, { sold: true })));
    }
    if (what === 1) begin('a buyer is deleted', ({ db }) => removePerson(db, buyer().id, { by: ADMIN, now }));
    if (what === 2) {
      const { orderId } = buyer();
      const refund = { reason: 'It never came.', relist: chance.percent(50), by: ADMIN };
      begin('the admin refunds an order', async (reach) => {
        const order = await findOrder(reach.db, orderId);
        return order && refundSale(services(reach), order, refund);
      });
    }
  };

  const crash = async (): Promise<void> => {
    const process = chance.below(2);
    diary.push(`process ${process} crashes`);
    for (const one of running.filter((other) => other.process === process)) await one.actor.crash(chance.percent(50) ? chance.below(6) : undefined);
  };

  const isEventful = chance.percent(40);
  const haggling = chance.percent(50) ? createHaggling({ world, phones, chance, begin, discountCents }) : null;

  const selling = isLive ? createSelling({ world, phones, chance, begin, discountCents }) : null;

  const act = async (): Promise<void> => {
    if (selling && chance.percent(25)) return selling.act();
    if (haggling && chance.percent(35)) return haggling.act();
    if (haggling && chance.percent(4)) return haggling.pass();
    const lot = chance.below(100);
    if (lot < 18 || buyers.every(({ secrets }) => secrets.length === 0)) openPayment();
    else if (lot < 46) await payByCard();
    else if (lot < 58) reportPayment();
    else if (lot < 67) await deliver();
    else if (lot < 79) passTime();
    else if (lot < 84) begin('the sweep', (reach) => sweepPayments(services(reach)));
    else if (lot < 86) begin('the sweep of holds', (reach) => sweepReservations(services(reach)));
    else if (lot < 89) misbehave();
    else if (lot < 91) askToBeNext();
    else if (lot < 93) letGo();
    else if (lot < 96 && isEventful) seldom();
    else await crash();
  };

  const step = async (): Promise<void> => {
    const one = chance.pickOf(running);
    if (!one) return;
    // Some actors get far in one go, others are overtaken at every step.
    const steps = chance.percent(60) ? 1 + chance.below(30) : 1;
    for (let count = 0; count < steps && !one.actor.isDone(); count += 1) await one.actor.step();
    if (one.actor.isDone()) running.splice(running.indexOf(one), 1);
  };

  return {
    async play(moves: number): Promise<void> {
      // Haggling comes before paying.
      const all = haggling ? 2 * moves : moves;
      for (let count = 0; count < all; count += 1) {
        if (chance.below(4) < running.length) await step();
        else await act();
        for (let at = running.length - 1; at >= 0; at -= 1) if (running[at]?.actor.isDone()) running.splice(at, 1);
      }
    },
    /** Ends everything that was begun; then the provider recovers, time passes, and the sweep runs. */
    async end(): Promise<void> {
      while (running.length > 0) await step();
      if (faults.length > 0) throw faults[0];
      world.misbehaveWith(null);
      await outlastOffers(world);
      // Everyone on the waitlist gets a turn, which expires.
      for (let turns = buyers.length + 2, isLast = false; !isLast && turns > 0; turns -= 1) {
        isLast = !(await isWaitedFor(world, phones));
        clock.advance(RESERVATION_MS + MINUTE_MS);
        await sweepPayments(services({ db: world.db, payments: world.cards.payments, payouts: world.cards.payouts }));
      }
    },
  };
}

const clientOf = ({ id }: Buyer): Client => ({ buyerId: id, network: null });

async function isWaitedFor({ db }: World, phones: Phone[]): Promise<boolean> {
  const ids = phones.map(({ listingId }) => listingId);
  return (await db.selectFrom('reservations').select('id').where('listing_id', 'in', ids).where('ended_at', 'is', null).executeTakeFirst()) !== undefined;
}
