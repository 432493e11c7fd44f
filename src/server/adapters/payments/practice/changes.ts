import type { Change, Intent } from './intent.ts';
import { toEventObject } from './objects.ts';
import { findIntent, insertEvent, replaceIntent, type Work } from './queries.ts';
import { noSuch, RestRefusal } from './refusals.ts';

/** The most retries after a concurrent change; each retry means that another change succeeded. */
const MAX_ROUNDS = 10;

export type Moment = { now: number; origin: string };

/** Applies `decide` to the intent's present state, and stores the result with its event; starts over when another change came in between. */
export async function changeIntent(work: Work, intentId: string, { now, origin }: Moment, decide: (intent: Intent) => Change): Promise<Intent> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = await findIntent(work, intentId);
    if (!before) throw noSuch('payment_intent', intentId, 'intent');
    const { intent, event } = decide(before);
    if (!(await replaceIntent(work, intent))) continue;
    const after = { ...intent, version: intent.version + 1 };
    if (event) {
      const object = toEventObject(event, after, { origin, now });
      await insertEvent(work, { id: object.id, type: event, body: JSON.stringify(object), now });
    }
    return after;
  }
  throw busy();
}

function busy(): RestRefusal {
  return new RestRefusal(409, {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message: 'Too much is happening to this PaymentIntent at once. Please try again.',
  });
}
