import type { HandoverCodeInput, HandoverConfirmationInput, HandoverRole } from '#contract/handover.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { lockListing } from '../listings/index.ts';
import { type FulfilledOrderRow, findFulfillment } from '../orders/index.ts';
import { lockSale, refundSoon } from '../payments/index.ts';
import { judgeCode } from './code-commands.ts';
import { keepLateCode } from './late-code-commands.ts';
import { type Proven, type Proving, type Sent, toProof } from './proving.ts';
import { deleteProof, findProofs, type ProofRow, writeProof } from './queries.ts';
import { isGenuine, readCode } from './read-code.ts';
import { areTogether, type Phase, phaseOf, sideOf } from './rules.ts';
import { beginConfirming, finish, notifyCodeWaits, notifyWrongCodes } from './step-commands.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'inspectionMs' | 'handoverKeys'>;

/** The giver proves by the code on the receiver's page that they handed the phone over. */
export async function enterCode(services: Needs, order: FulfilledOrderRow, input: HandoverCodeInput): Promise<Proven> {
  const now = services.clock.now();
  const { direction, offline } = input;
  const code = await readCode(services.handoverKeys, { orderId: order.id, input, now });
  const step = 'step' in code ? code.step : null;
  return prove(services, order, {
    ...{ role: 'giver', direction, code },
    proof: { how: code.how, step, made_at: Math.min(input.madeAt, now), offline: offline ? 1 : 0, relist: null },
  });
}

/** The receiver confirms that they have the phone and that it is right. */
export async function confirmReceipt(services: Needs, order: FulfilledOrderRow, input: HandoverConfirmationInput): Promise<Proven> {
  const now = services.clock.now();
  const { direction, offline, relist } = input;
  const isReal = await isGenuine(services.handoverKeys, { orderId: order.id, direction }, input);
  return prove(services, order, {
    ...{ role: 'receiver', direction, ...(!isReal && { code: { how: 'scanned', why: 'forged' } }) },
    proof: {
      ...{ how: 'confirmed', step: null, made_at: Math.min(input.madeAt, now), offline: offline ? 1 : 0 },
      relist: direction === 'return' ? Number(relist ?? false) : null,
    },
  });
}

async function prove(services: Needs, order: FulfilledOrderRow, sent: Sent): Promise<Proven> {
  const timing = { clock: services.clock, inspectionMs: services.inspectionMs() };
  const proven = await services.db.transaction().execute((tx) => proveIn(tx, order, { sent, ...timing }));
  if (proven.outcome === 'proven' && proven.intentId !== null) await refundSoon(services, proven.intentId);
  return proven;
}

type Timing = Pick<Services, 'clock'> & { inspectionMs: number };

async function proveIn(tx: Db, order: FulfilledOrderRow, { sent, clock, inspectionMs }: Timing & { sent: Sent }): Promise<Proven> {
  // A return ends in a refund.
  await (sent.direction === 'return' ? lockSale(tx, order) : lockListing(tx, order.listing_id));
  // What was decided before the lock was decided earlier.
  const now = clock.now();
  const fulfillment = await findFulfillment(tx, order.id);
  const phase = fulfillment ? phaseOf(fulfillment.state) : null;
  if (phase?.direction !== sent.direction) return fulfillment ? keepLateCode(tx, order, { sent, fulfillment, now }) : { outcome: 'changed' };
  const { own, other } = await findCurrent(tx, order, { sent, phase });
  if (own && (own.counted_at !== null || own.step === sent.proof.step)) return { outcome: own.counted_at === null ? 'waits' : 'repeated' };
  if (phase.step === 'done') return { outcome: 'changed' };
  const proving = { order, sent, phase, own, other, now, inspectionMs };
  return sent.role === 'giver' ? proveByCode(tx, proving) : proveByConfirmation(tx, proving);
}

/** The proofs that still mean something: those of an attempt that came to nothing are deleted. */
async function findCurrent(tx: Db, order: FulfilledOrderRow, { sent, phase }: { sent: Sent; phase: Phase }) {
  const proofs = await findProofs(tx, order.id, sent.direction);
  const current = async (role: HandoverRole): Promise<ProofRow | undefined> => {
    const proof = proofs[sideOf(sent.direction, role)];
    if (!proof || phase.step !== 'open' || proof.counted_at === null) return proof;
    await deleteProof(tx, proof);
    return undefined;
  };
  return { own: await current(sent.role), other: await current(sent.role === 'giver' ? 'receiver' : 'giver') };
}

async function proveByCode(tx: Db, proving: Proving): Promise<Proven> {
  const { order, sent, phase, other, now } = proving;
  if (!sent.code) return { outcome: 'changed' };
  const confirmedAt = phase.step === 'confirming' && other ? other.made_at : null;
  const judged = await judgeCode(tx, sent.code, { orderId: order.id, offline: sent.proof.offline === 1, confirmedAt, now });
  if (judged.outcome === 'refused') {
    const { refusal } = judged;
    if (refusal.why === 'paused' && refusal.begins) await notifyWrongCodes(tx, proving, refusal.until);
    return { outcome: 'refused', refusal };
  }
  await writeProof(tx, toProof(order, { sent, now, countedAt: judged.outcome === 'counts' ? now : null }));
  if (judged.outcome === 'waits') {
    await notifyCodeWaits(tx, proving);
    return { outcome: 'waits' };
  }
  return phase.step === 'open' ? beginConfirming(tx, proving) : finish(tx, proving, sent.role);
}

async function proveByConfirmation(tx: Db, proving: Proving): Promise<Proven> {
  const { order, sent, phase, other, now } = proving;
  if (sent.code) return { outcome: 'refused', refusal: { why: 'forged' } };
  await writeProof(tx, toProof(order, { sent, now, countedAt: now }));
  if (phase.step === 'confirming') return finish(tx, proving, sent.role);
  if (other?.step == null) return beginConfirming(tx, proving);
  // The code that waited: it counts if it was shown at about this time, and is forgotten otherwise.
  if (!areTogether(other.step, sent.proof.made_at)) {
    await deleteProof(tx, other);
    return beginConfirming(tx, proving);
  }
  await writeProof(tx, { ...other, counted_at: now });
  const begun = await beginConfirming(tx, { ...proving, sent: { ...sent, role: 'giver' } }, { isQuiet: true });
  return begun.outcome === 'proven' ? finish(tx, proving, sent.role) : begun;
}
