/** How long people have, in hours. When the time is over, the shop goes on by itself. */
export const HOURS_TO = {
  /** Hand the phone over, after the payment; and after an agreed meeting. */
  meet: 14 * 24,
  meetAfterAgreed: 7 * 24,
  /** Confirm the handover or the return once the other side has. */
  confirm: 24,
  /** Answer to a missed meeting. */
  answerNoShow: 24,
  /** Answer to a problem, and to an offered partial refund. */
  answerProblem: 72,
  /** Decide, for the shop. */
  decide: 7 * 24,
  /** Bring the phone back. */
  bringBack: 7 * 24,
} as const;

/** How many hours a buyer has to look at the phone after the handover, unless the operator sets another number. */
export const INSPECTION_HOURS = { default: 48, min: 1, max: 14 * 24 } as const;

/** How long the other side can answer an offer. */
export const ANSWER_HOURS = 48;

/** How long an agreed price is the buyer's. */
export const AGREED_HOURS = 24;

/** How many days both sides of an order can review each other after it ended. */
export const REVIEW_DAYS = 14;

/** How long a removed listing, person or review can be restored. */
export const RESTORE_DAYS = 30;
