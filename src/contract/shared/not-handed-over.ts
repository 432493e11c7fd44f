import type { FulfillmentState } from '../fulfillment.ts';

// In a file of its own, so that the browser can import it without the schemas.

/** While buyer and seller have yet to meet, and a sale can be canceled. */
export const NOT_HANDED_OVER = ['to_arrange', 'arranged', 'no_show_reported'] as const satisfies FulfillmentState[];

export const isNotHandedOver = (state: FulfillmentState): boolean => (NOT_HANDED_OVER as readonly FulfillmentState[]).includes(state);
