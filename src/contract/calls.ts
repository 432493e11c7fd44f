import { accountCalls } from './accounts.ts';
import { auditCalls } from './audit.ts';
import { catalogueCalls } from './catalogue.ts';
import { configCalls } from './config.ts';
import { decisionCalls } from './decisions.ts';
import type { Endpoint } from './endpoint.ts';
import { imageCalls } from './images.ts';
import { listingCalls } from './listings.ts';
import { lostPhoneCalls } from './lost-phones.ts';
import { mailCalls } from './mail.ts';
import { moderationCalls } from './moderation.ts';
import { noticeCalls } from './notices.ts';
import { orderCalls } from './orders.ts';
import { paymentCalls } from './payments.ts';
import { phoneModelCalls } from './phone-models.ts';
import { promotionCalls } from './promotion.ts';
import { searchCalls } from './search.ts';
import { worthCalls } from './worth.ts';

/** The whole API, below `/api`. The browser takes only its type, so that no schema is sent to a reader. */
export const calls = {
  ...accountCalls,
  ...auditCalls,
  ...catalogueCalls,
  ...configCalls,
  ...decisionCalls,
  ...imageCalls,
  ...listingCalls,
  ...lostPhoneCalls,
  ...mailCalls,
  ...moderationCalls,
  ...noticeCalls,
  ...orderCalls,
  ...paymentCalls,
  ...phoneModelCalls,
  ...promotionCalls,
  ...searchCalls,
  ...worthCalls,
} as const satisfies Record<string, Endpoint>;

export type Calls = typeof calls;
export type CallName = keyof Calls;
