import { message } from '../../messages/message.ts';
import { type Deadline, decideOrder } from '../fulfillment/index.ts';
import { SHOP } from '../orders/index.ts';
import { isToBeRelisted } from './step-commands.ts';

/** A day after one side confirmed the return. */
export const HANDOVER_DEADLINES = {
  async return_confirming(tx, order, { now }) {
    const relist = await isToBeRelisted(tx, order.id);
    return decideOrder(tx, order, {
      ...{ outcome: 'refunded', relist, why: 'return_confirmation_overdue', by: SHOP, now, ifDue: true },
      sentence: message`One of you confirmed the return, and the other didn’t object within a day.`,
    });
  },
} satisfies { return_confirming: Deadline };
