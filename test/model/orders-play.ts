import { digitsAt, macOfCode, macOfConfirmation, stepAt } from '#contract/handover-code.ts';
import type { ProblemDecision } from '#contract/problems.ts';
import { days, hours, minutes, seconds } from '#contract/shared/durations.ts';
import type { Fault } from '#server/adapters/payments/practice/faults.ts';
import { cancelUnlessCodeWaits } from '#server/features/cancellations/commands.ts';
import { acceptPhone, endOrder } from '#server/features/fulfillment/commands.ts';
import { sweepFulfillments } from '#server/features/fulfillment/index.ts';
import { confirmReceipt, enterCode } from '#server/features/handover/commands.ts';
import type { Proven } from '#server/features/handover/proving.ts';
import { answerMeeting, callOffMeeting, proposeMeeting } from '#server/features/meetings/commands.ts';
import { reportNoShow, settleNoShow } from '#server/features/meetings/no-show-commands.ts';
import { findOpenNoShow } from '#server/features/meetings/no-show-queries.ts';
import { findOpenProposal } from '#server/features/meetings/queries.ts';
import { type FulfilledOrderRow, findFulfilledOrder } from '#server/features/orders/index.ts';
import { syncDispute } from '#server/features/payments/disputes.ts';
import { refundSale } from '#server/features/payments/refunds.ts';
import { confirmPayment } from '#server/features/payments/settle.ts';
import { sweepPayments } from '#server/features/payments/sweep.ts';
import { handleProviderEvent } from '#server/features/payments/webhook.ts';
import { linkToAccount } from '#server/features/payouts/accounts.ts';
import { sweepPayouts } from '#server/features/payouts/index.ts';
import {
  acceptOffer,
  acceptReturn,
  addStatement,
  askForDecision,
  declineOffer,
  offerRefund,
  refuseProblem,
  reportProblem,
} from '#server/features/problems/commands.ts';
import { decideProblem } from '#server/features/problems/decision-commands.ts';
import { findProblem } from '#server/features/problems/queries.ts';
import { withdrawProblem } from '#server/features/problems/withdrawal-commands.ts';
import { DEADLINES } from '#server/process/deadlines.ts';
import { createHandoverKeys } from '#server/security/handover-keys.ts';
import { intentIdOf } from '#test/support/world/values.ts';
import { book } from './book.ts';
import { type Chance, createChance } from './chance.ts';
import type { Diary } from './play.ts';
import { type Actor, isExpected, type Reach, startActor } from './steps.ts';
import { type Buyer, confirmCard, demoListing, INSPECTION_MS, type Phone, PRICE_CENTS, RESERVATION_MS, readMessages, sign, type World } from './world.ts';

const FAULTS = ['unreachable', 'lost-reply', 'server-error', 'too-many'] as const satisfies Fault[];
const DISCOUNT_CENTS = 5000;
const ADMIN = { role: 'admin', id: null } as const;
const NO_PICTURES = { kind: 'disk' } as const;

/** Two people with a paid order. */
export type Deal = { orderId: string; phone: Phone; buyer: Buyer; diary: Diary; codes: MeetingCode[] };

/** A code that the seller entered at a meeting without a connection, and what the shop answered when it arrived; `between`: the moments of sending and answer. */
export type MeetingCode = { step: number; outcome: Proven['outcome']; between: [number, number] };

/** Plays one interleaving of what two people, the shop, a bank and the card provider do with a paid order. */
export async function playOrder(world: World, seed: number): Promise<Deal> {
  const chance = createChance(seed);
  const phone = await demoListing(world, book(world, chance.percent(40) ? DISCOUNT_CENTS : 0), { newBuyers: 1 });
  const [buyer] = phone.buyers;
  if (!buyer) throw new Error('a phone has no buyer');
  const deal = { orderId: buyer.orderId, phone, buyer, diary: [], codes: [] };
  await pay(world, deal);
  const bank = chance.pick(['keeps', 'keeps', 'keeps', 'empties', null] as const);
  if (bank) await setUpAccount(world, phone.sellerId, bank);
  await leadIn(world, deal, chance);
  const game = createGame(world, deal, chance);
  await game.play(15 + chance.below(45));
  await game.end();
  await game.sendStored();
  return deal;
}

const serve = (world: World, { db, payments, payouts }: Reach) => ({
  ...{ db, payments, payouts, clock: world.clock, reservationMs: () => RESERVATION_MS, inspectionMs: () => INSPECTION_MS, images: NO_PICTURES },
  sellerFee: () => ({ percent: 3, fixed: 0.3 }),
  handoverKeys: KEYS,
});
type Services = ReturnType<typeof serve>;

const KEYS = createHandoverKeys('the model');

const reachOf = ({ db, cards }: World): Reach => ({ db, payments: cards.payments, payouts: cards.payouts });

async function pay(world: World, { buyer, phone }: Deal): Promise<void> {
  const services = serve(world, reachOf(world));
  const { beginPayment, findOrderToPay } = await import('#server/features/payments/intents.ts');
  const row = await world.db.selectFrom('orders').select(['price_cents', 'discount_cents']).where('id', '=', buyer.orderId).executeTakeFirstOrThrow();
  const order = await findOrderToPay(services, { buyerId: buyer.id, priceCents: row.price_cents - row.discount_cents, orderId: buyer.orderId });
  const { clientSecret } = await beginPayment(services, order, { buyerId: buyer.id, network: null });
  await confirmCard(world, clientSecret, '4242424242424242');
  buyer.secrets.push(clientSecret);
  const payment = { buyerId: buyer.id, productId: phone.listingId, orderId: buyer.orderId, transactionId: intentIdOf(clientSecret) };
  await confirmPayment(services, payment);
}

/** Most deals begin somewhere on their way, or few would get far. */
async function leadIn(world: World, deal: Deal, chance: Chance): Promise<void> {
  const { orderId, phone, buyer, diary } = deal;
  const services = serve(world, reachOf(world));
  const now = world.clock.now();
  const find = async () => (await findFulfilledOrder(world.db, orderId)) as FulfilledOrderRow;
  const start = chance.pick(['paid', 'arranged', 'met offline', 'handed over', 'handed over', 'problem', 'escalated', 'returning'] as const);
  diary.push(`begins: ${start}`);
  const stated = (side: 'buyer' | 'seller') => ({
    side,
    userId: side === 'buyer' ? buyer.id : phone.sellerId,
    text: 'So it is.',
    photos: [],
    images: NO_PICTURES,
    now,
  });
  if (start === 'paid') return;
  if (start === 'met offline') {
    const device = createDevice(world, deal);
    device.enter(now - minutes(20));
    return device.send(services, await find());
  }
  if (start === 'arranged') {
    await proposeMeeting(services, { order: await find(), userId: buyer.id }, { at: new Date(now + hours(5)).toISOString(), place: 'Station' });
    const proposal = await findOpenProposal(world.db, orderId);
    if (proposal) await answerMeeting(services, { order: await find(), userId: phone.sellerId, proposal, answer: 'accept' });
    return;
  }
  const of = { orderId, direction: 'handover' } as const;
  const secret = KEYS.of(of);
  await confirmReceipt(services, await find(), {
    direction: 'handover',
    madeAt: now,
    mac: await macOfConfirmation(secret, { ...of, madeAt: now }),
    offline: false,
  });
  const code = { how: 'typed', digits: await digitsAt(secret, stepAt(now)) } as const;
  await enterCode(services, await find(), { direction: 'handover', code, madeAt: now, offline: false });
  if (start === 'handed over') return;
  await reportProblem(world.db, await find(), 'not_working', stated('buyer'));
  const [problem, order] = [await findProblem(world.db, orderId), await find()];
  if (!problem || start === 'problem') return;
  await endOrder(services, (tx) => (start === 'returning' ? acceptReturn : refuseProblem)(tx, order, problem, stated('seller')));
}

/** Opens the seller's account at the payout service, and sets it up on the service's page. `empties`: nothing can be taken back from it. */
async function setUpAccount(world: World, sellerId: string, bank: 'keeps' | 'empties'): Promise<void> {
  const services = serve(world, reachOf(world));
  const address = await linkToAccount(services, { userId: sellerId, email: `${sellerId}@example.test` });
  const link = new URL(address, 'http://shop.test').searchParams.get('link') ?? '';
  await world.cards.handle(
    new Request('http://shop.test/practice-cards/onboarding', { method: 'POST', body: new URLSearchParams({ link, outcome: 'complete', bank }) }),
  );
}

/** Does what is due at the present time, everywhere. */
async function sweepAll(services: Services): Promise<void> {
  await sweepFulfillments(services, DEADLINES);
  await sweepPayments(services);
  await sweepPayouts(services);
}

function createGame(world: World, deal: Deal, chance: Chance) {
  const { diary, orderId, phone, buyer } = deal;
  const faults: unknown[] = [];
  const running: { actor: Actor; process: number }[] = [];
  const { clock, processes } = world;
  let disputeId: string | null = null;
  const sellersDevice = createDevice(world, deal);

  /** Whoever does it has the page open that they opened a while ago. */
  const begin = <Value>(
    name: string,
    work: (services: Services, order: FulfilledOrderRow) => Promise<Value>,
    /** Whether this must not come of it. */
    isWrong: (value: Value) => boolean = () => false,
  ): void => {
    diary.push(`begins: ${name}`);
    const process = chance.below(2);
    const actor = startActor(
      name,
      processes[process === 0 ? 0 : 1],
      async (reach) => {
        const order = await findFulfilledOrder(reach.db, orderId);
        const value = order && (await work(serve(world, reach), order));
        if (value !== undefined && isWrong(value)) faults.push(new Error(`${name}: ${JSON.stringify(value)}`));
      },
      ({ error }) => {
        diary.push(`ends: ${name}${error ? ` with ${String(error)}` : ''}`);
        // A refusal is a reply, and crashes are what the test is about; any other error is the shop's fault.
        if (error !== undefined && !isExpected(error)) faults.push(error);
      },
    );
    running.push({ actor, process });
  };

  const person = () => (chance.percent(50) ? ({ side: 'buyer', userId: buyer.id } as const) : ({ side: 'seller', userId: phone.sellerId } as const));
  const bySide = (side: 'buyer' | 'seller') => ({ side, userId: side === 'buyer' ? buyer.id : phone.sellerId }) as const;
  const stated = (who: ReturnType<typeof person>) => ({ ...who, text: 'So it is.', photos: [], images: NO_PICTURES, now: clock.now() });
  const partOf = () => 1 + chance.below(PRICE_CENTS - DISCOUNT_CENTS - 1);

  const meet = (): void => {
    const who = person();
    const at = new Date(clock.now() + hours(1 + chance.below(72))).toISOString();
    const lot = chance.below(10);
    if (lot < 4) begin(`${who.side} proposes a meeting`, (services, order) => proposeMeeting(services, { order, ...who }, { at, place: 'Station' }));
    else if (lot < 8)
      begin(`${who.side} answers a proposal`, async (services, order) => {
        const proposal = await findOpenProposal(services.db, orderId);
        const isOwn = proposal?.by_side === who.side;
        if (proposal) await answerMeeting(services, { order, ...who, proposal, answer: isOwn ? 'withdraw' : chance.percent(80) ? 'accept' : 'decline' });
      });
    else if (lot < 9) begin(`${who.side} calls the meeting off`, (services, order) => callOffMeeting(services, { order, ...who }));
    else begin(`${who.side} reports a missed meeting`, (services, order) => reportNoShow(services, { order, ...who }));
  };

  const answerNoShow = (): void => {
    const who = person();
    const answer = chance.pick(['was_there', 'was_not_there'] as const);
    begin(`${who.side} answers about a missed meeting`, async (services, order) => {
      const noShow = await findOpenNoShow(services.db, orderId);
      if (noShow) await settleNoShow(services, { order, userId: who.userId, noShow, answer: noShow.reporter_id === who.userId ? 'withdraw' : answer });
    });
  };

  /** Each side acts now, or did a while ago without a connection, by a clock that may be wrong; codes may be old, another order's or guessed. */
  const handOver = (): void => {
    const direction = chance.percent(70) ? 'handover' : 'return';
    const offline = chance.percent(30);
    const ago = offline ? chance.pick([seconds(40), minutes(5), minutes(30), hours(30), hours(80)]) : chance.pick([0, 0, 0, seconds(45), minutes(2)]);
    const madeAt = clock.now() - ago + (chance.percent(10) ? minutes(3) : 0);
    const of = { orderId: chance.percent(95) ? orderId : phone.listingId, direction } as const;
    const secret = KEYS.of(of);
    const isForeign = of.orderId !== orderId;
    const proves = ({ outcome }: Proven): boolean => outcome === 'proven' || outcome === 'waits';
    const how = `${isForeign ? ' of another order' : ''}${offline ? ' offline' : ''}`;
    if (chance.percent(50)) {
      const relist = chance.percent(50);
      const confirm = async (services: Services, order: FulfilledOrderRow) => {
        const mac = await macOfConfirmation(secret, { ...of, madeAt });
        return confirmReceipt(services, order, { direction, madeAt, mac, offline, relist });
      };
      begin(`${direction}: the receiver confirms${how}`, confirm, (proven) => isForeign && proves(proven));
      return;
    }
    const step = stepAt(madeAt);
    const isTyped = chance.percent(50);
    const isGuessed = isTyped && chance.percent(15);
    const isOld = !offline && clock.now() - madeAt >= minutes(2);
    const enter = async (services: Services, order: FulfilledOrderRow) => {
      const code = isTyped
        ? ({ how: 'typed', digits: isGuessed ? '123456' : await digitsAt(secret, step) } as const)
        : ({ how: 'scanned', orderId: of.orderId, step, mac: await macOfCode(secret, { ...of, step }) } as const);
      return enterCode(services, order, { direction, code, madeAt, offline });
    };
    begin(`${direction}: the giver enters a code${how}`, enter, (proven) => (isForeign || isGuessed || isOld) && proves(proven));
  };

  /** The seller enters the buyer's code without a connection, or their phone sends one from a meeting, perhaps over a line that breaks. */
  const meetOffline = (): void => {
    if (sellersDevice.isEmpty() || chance.percent(30)) {
      diary.push('seller enters a code, and has no connection');
      sellersDevice.enter();
    } else begin('the seller’s phone sends a code from a meeting', (services, order) => sellersDevice.send(services, order));
  };

  const cancel = (): void => {
    const { side, userId } = person();
    const deed = { why: `canceled_by_${side}`, by: { role: side, id: userId }, relist: chance.percent(50) } as const;
    begin(`${side} cancels`, (services, order) => endOrder(services, (tx) => cancelUnlessCodeWaits(tx, order, { ...deed, now: clock.now() })));
  };

  const disagree = (): void => {
    const who = person();
    const lot = chance.below(12);
    const offerCents = partOf();
    const answer = async (services: Services, order: FulfilledOrderRow) => {
      const problem = await findProblem(services.db, orderId);
      if (!problem) return;
      const statement = stated(bySide('seller'));
      await endOrder(services, (tx) => {
        if (lot < 4) return acceptReturn(tx, order, problem, statement);
        return lot < 7 && order.handed_over_at !== null
          ? offerRefund(tx, order, problem, { ...statement, offerCents })
          : refuseProblem(tx, order, problem, statement);
      });
    };
    if (lot < 2) begin(`${who.side} reports a problem`, (services, order) => reportProblem(services.db, order, 'not_working', stated(who)));
    else if (lot < 8) begin('seller answers the problem', answer);
    else if (lot < 10)
      begin('buyer answers the offer', async (services, order) => {
        const problem = await findProblem(services.db, orderId);
        const deed = { by: { role: 'buyer', id: buyer.id }, now: clock.now() } as const;
        if (problem?.offer_cents != null && order.fulfillment_state === 'refund_offered')
          await endOrder(services, (tx) =>
            lot === 8 ? acceptOffer(tx, order, problem, { ...deed, why: 'partial_refund_accepted' }) : declineOffer(tx, order, problem, deed),
          );
      });
    else if (lot < 11)
      begin(`${who.side} withdraws the problem`, async (services, order) => {
        const problem = await findProblem(services.db, orderId);
        if (problem) await withdrawProblem(services.db, order, { problem, ...who, now: clock.now(), inspectionMs: INSPECTION_MS });
      });
    else
      begin(`${who.side} asks the shop to decide`, async (services, order) => {
        const problem = await findProblem(services.db, orderId);
        if (problem && chance.percent(50)) await addStatement(services.db, order, problem, stated(who));
        else if (problem) await askForDecision(services.db, order, stated(who));
      });
  };

  const decide = (): void => {
    const decision = chance.pick(['refund', 'return', 'partial', 'pay_seller'] as const satisfies ProblemDecision[]);
    const cents = decision === 'partial' ? partOf() : null;
    begin(`an admin decides: ${decision}`, async (services, order) => {
      if (order.fulfillment_state !== 'escalated' || (decision === 'return' && order.handed_over_at === null)) return;
      const decided = { decision, cents, reason: 'We looked.', adminId: phone.sellerId, now: clock.now() };
      await endOrder(services, (tx) => decideProblem(tx, order, decided));
    });
  };

  /** Messages may get lost, or arrive twice, late, and in any order. */
  const deliver = async (): Promise<void> => {
    const body = chance.pickOf(await readMessages(world, buyer.secrets.map(intentIdOf)));
    if (body === undefined) return;
    const times = chance.percent(80) ? 1 : 2 + chance.below(4);
    for (let count = 0; count < times; count += 1)
      begin('a message of the provider arrives', (services) => handleProviderEvent(services, body, sign(world, body)));
  };

  const askBank = async (): Promise<void> => {
    const intentId = intentIdOf(buyer.secrets[0] ?? '');
    if (disputeId === null) disputeId = await world.cards.bank.open(intentId).catch(() => null);
    else if (chance.percent(50)) await world.cards.bank.answer(disputeId, chance.pick(['winning_evidence', 'losing_evidence'])).catch(() => {});
    diary.push(`the bank: ${disputeId}`);
    const id = disputeId;
    if (id !== null) begin('the shop hears of the dispute', (services) => syncDispute(services, id));
  };

  const passTime = (): void => {
    const passed = chance.pick([minutes(1), minutes(20), hours(1), hours(5), hours(25), days(2), days(4), days(8)]);
    diary.push(`${passed / 3_600_000} hours pass`);
    clock.advance(passed);
  };

  const misbehave = (): void => {
    const fault = chance.pick(FAULTS);
    const share = chance.pick([20, 50, 100]);
    const isOver = chance.percent(50);
    diary.push(isOver ? 'the provider is well' : `the provider is ${fault}, ${share} of 100 times`);
    world.misbehaveWith(isOver ? null : () => (chance.percent(share) ? fault : null));
  };

  const crash = async (): Promise<void> => {
    const process = chance.below(2);
    diary.push(`process ${process} crashes`);
    for (const one of running.filter((other) => other.process === process)) await one.actor.crash(chance.percent(50) ? chance.below(8) : undefined);
  };

  const act = async (): Promise<void> => {
    const lot = chance.below(100);
    if (lot < 8) meet();
    else if (lot < 11) answerNoShow();
    else if (lot < 23) handOver();
    else if (lot < 27) meetOffline();
    else if (lot < 29) cancel();
    else if (lot < 45) disagree();
    else if (lot < 51) decide();
    else if (lot < 54) begin('buyer accepts the phone', (services, order) => acceptPhone(services, order));
    else if (lot < 60) await deliver();
    else if (lot < 62) await askBank();
    else if (lot < 76) passTime();
    else if (lot < 88) begin('the sweeps', (services) => sweepAll(services));
    else if (lot < 93) misbehave();
    else if (lot < 94) begin('an admin refunds the order', (services, order) => refundSale(services, order, { reason: 'Stolen.', relist: false, by: ADMIN }));
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
    /** When all is over, the seller is back online for good. */
    async sendStored(): Promise<void> {
      const order = await findFulfilledOrder(world.db, orderId);
      if (order) await sellersDevice.send(serve(world, reachOf(world)), order);
    },
    async play(moves: number): Promise<void> {
      for (let count = 0; count < moves; count += 1) {
        if (chance.below(4) < running.length) await step();
        else await act();
        for (let at = running.length - 1; at >= 0; at -= 1) if (running[at]?.actor.isDone()) running.splice(at, 1);
      }
    },
    /** Ends everything that was begun; then nobody but the shop's deadlines does anything, the provider recovers, and the bank decides. */
    async end(): Promise<void> {
      while (running.length > 0) await step();
      if (faults.length > 0) throw faults[0];
      const services = serve(world, reachOf(world));
      world.misbehaveWith(() => (chance.percent(30) ? chance.pick(FAULTS) : null));
      for (let round = 0; round < TROUBLED_ROUNDS; round += 1) {
        await sweepAll(services).catch((error: unknown) => {
          if (!isExpected(error)) throw error;
        });
        clock.advance(days(3));
      }
      world.misbehaveWith(null);
      if (disputeId !== null) {
        await syncDispute(services, disputeId);
        await world.cards.bank.answer(disputeId, chance.pick(['winning_evidence', 'losing_evidence'])).catch(() => {});
        // The message of its end may be lost.
        if (chance.percent(50)) await syncDispute(services, disputeId);
      }
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        await sweepAll(services);
        clock.advance(days(15));
      }
    },
  };
}

/** The seller's phone: it stores the code that was entered last until the shop answers. */
function createDevice({ clock }: World, { orderId, codes }: Deal) {
  const of = { orderId, direction: 'handover' } as const;
  let stored: { step: number; madeAt: number } | null = null;
  return {
    isEmpty: () => stored === null,
    enter(madeAt = clock.now()) {
      stored = { step: stepAt(madeAt), madeAt };
    },
    async send(services: Services, order: FulfilledOrderRow): Promise<void> {
      if (!stored) return;
      const sending = stored;
      const { step, madeAt } = sending;
      const began = clock.now();
      const code = { how: 'scanned', orderId, step, mac: await macOfCode(KEYS.of(of), { ...of, step }) } as const;
      const { outcome } = await enterCode(services, order, { direction: 'handover', code, madeAt, offline: true });
      codes.push({ step, outcome, between: [began, clock.now()] });
      if (stored === sending) stored = null;
    },
  };
}

/** How often the deadlines meet a provider in trouble, a few days apart. */
const TROUBLED_ROUNDS = 4;
/** More than the longest chain of deadlines. */
const MOST_ROUNDS = 8;
