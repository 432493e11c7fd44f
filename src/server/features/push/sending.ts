import pLimit from 'p-limit';
import { nextTurn } from '../../turns.ts';
import { type Delivery, type DeliveryNeeds, deliverPush } from './delivery.ts';
import { findDuePushes } from './queue-queries.ts';

const BATCH = 100;
/** How many pushes are sent concurrently: one slow service holds up no other. */
const AT_ONCE = 20;

/** Sends due push notifications, each by one process at a time. One goes out twice only if a process dies between the service's reply and recording it. */
export function createPushing(needs: DeliveryNeeds, onRefused: (failure: string) => void = () => {}) {
  const stopping = new AbortController();
  const limit = pLimit(AT_ONCE);
  const delivery: Delivery = { ...needs, stopping: stopping.signal, onRefused };

  return {
    /** Tries every due push once. */
    async run(): Promise<void> {
      while (!stopping.signal.aborted) {
        const due = await findDuePushes(needs.db, needs.clock.now(), BATCH);
        const tried = await Promise.allSettled(due.map((one) => limit(() => nextTurn().then(() => deliverPush(one, delivery)))));
        const failed = tried.find(({ status }) => status === 'rejected');
        if (failed?.status === 'rejected') throw failed.reason;
        if (due.length < BATCH) break;
      }
    },
    /** Doesn't wait for push services: the next process tries again what is being sent. */
    stop(): void {
      stopping.abort();
    },
  };
}
