import type { Selectable } from 'kysely';
import { type FulfillmentReason, type FulfillmentState, HOURS_TO } from '#contract/fulfillment.ts';
import { hours } from '#contract/shared/durations.ts';
import type { FulfillmentHistoryTable } from '#server/db/tables/orders.ts';
import { FULFILLMENT_TRANSITIONS } from '#server/features/orders/fulfillment.ts';
import type { FulfillmentRow } from '#server/features/orders/fulfillment-queries.ts';
import { INSPECTION_MS } from './world.ts';

export type Step = Selectable<FulfillmentHistoryTable>;

/** The shortest time in which nobody did anything before the shop did this by itself, in milliseconds. */
const WAITED: Partial<Record<FulfillmentReason, number>> = {
  // A meeting is agreed ahead of time.
  handover_overdue: hours(HOURS_TO.meetAfterAgreed),
  confirmation_overdue: hours(HOURS_TO.confirm),
  no_show_overdue: hours(HOURS_TO.answerNoShow),
  answer_overdue: hours(HOURS_TO.answerProblem),
  offer_overdue: hours(HOURS_TO.answerProblem),
  decision_overdue: hours(HOURS_TO.decide),
  return_overdue: hours(HOURS_TO.bringBack),
  return_confirmation_overdue: hours(HOURS_TO.confirm),
};

/** From one side's confirmation on, the phone is with the buyer. */
const GIVEN: FulfillmentState[] = ['confirming', 'handed_over'];

/** Who may give a buyer everything back for a phone they were handed: without these, they would have both. */
const BACK_AFTER_HANDOVER: FulfillmentReason[] = ['return_confirmation_overdue', 'decided_by_shop', 'decision_overdue', 'refunded_by_shop', 'reversed_by_bank'];
const RETURNED: FulfillmentReason[] = ['return_confirmed_by_buyer', 'return_confirmed_by_seller'];

/** Lists what is wrong with the steps that a paid order went through. */
export function findHistoryBreaches({ state, outcome }: Pick<FulfillmentRow, 'state' | 'outcome'>, steps: Step[]): string[] {
  const breaches: string[] = [];
  const arrows = new Set(Object.values(FULFILLMENT_TRANSITIONS).flatMap(({ from, to }) => from.map((one) => `${one} ${to}`)));
  steps.forEach((step, at) => {
    const before = steps[at - 1];
    if (step.step !== at + 1 || step.from_state !== (before?.to_state ?? null)) breaches.push(`the history has a gap at ${step.step}`);
    if (step.from_state !== null && !arrows.has(`${step.from_state} ${step.to_state}`)) breaches.push(`it went from ${step.from_state} to ${step.to_state}`);
    if (before && step.at - before.at < shortest(step, before))
      breaches.push(`${step.why}, only ${(step.at - before.at) / hours(1)} hours after ${before.why}`);
  });
  if (steps.at(-1)?.to_state !== state) breaches.push(`the order is ${state}, its history ends with ${steps.at(-1)?.to_state}`);
  const whys = steps.map(({ why }) => why as FulfillmentReason);
  const isBack = RETURNED.every((why) => whys.includes(why)) || whys.some((why) => BACK_AFTER_HANDOVER.includes(why));
  const wasHandedOver = steps.some(({ to_state }) => GIVEN.includes(to_state as FulfillmentState));
  if (wasHandedOver && (state === 'canceled' || outcome === 'refunded') && !isBack) breaches.push('the buyer has both the phone and the money');
  return breaches;
}

/** Steps of people may come out of order: whoever is first may have looked at the clock last. */
function shortest(step: Step, before: Step): number {
  const waited = step.why === 'inspection_over' ? INSPECTION_MS : WAITED[step.why as FulfillmentReason];
  // A withdrawn problem leaves a day at least.
  if (waited !== undefined && before.why === 'problem_withdrawn') return Math.min(waited, hours(HOURS_TO.confirm));
  return waited ?? Number.NEGATIVE_INFINITY;
}
