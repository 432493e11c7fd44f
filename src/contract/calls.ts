import { accountCalls } from './accounts.ts';
import { auditCalls } from './audit.ts';
import { catalogueCalls } from './catalogue.ts';
import { compareCalls } from './compare.ts';
import { configCalls } from './config.ts';
import { contactCalls } from './contacts.ts';
import { decisionCalls } from './decisions.ts';
import { draftCalls } from './drafts.ts';
import type { Endpoint } from './endpoint.ts';
import { imageCalls } from './images.ts';
import { inHandCalls } from './in-hand.ts';
import { listingImportCalls } from './listing-imports.ts';
import { listingCalls } from './listings.ts';
import { lostPhoneCalls } from './lost-phones.ts';
import { mailCalls } from './mail.ts';
import { moderationCalls } from './moderation.ts';
import { noticeCalls } from './notices.ts';
import { operationsCalls } from './operations.ts';
import { orderCalls } from './orders.ts';
import { passkeyCalls } from './passkeys.ts';
import { paymentCalls } from './payments.ts';
import { personalDataCalls } from './personal-data.ts';
import { phoneModelCalls } from './phone-models.ts';
import { promotionCalls } from './promotion.ts';
import { proofCalls } from './proof.ts';
import { searchCalls } from './search.ts';
import { secondFactorCalls } from './second-factor.ts';
import { seenPhotoCalls } from './seen-photos.ts';
import { shopSettingsCalls } from './shop-settings.ts';
import { signInCalls } from './sign-ins.ts';
import { worthCalls } from './worth.ts';

/** The whole API, below `/api`. The browser takes only its type, so that no schema is sent to a reader. */
export const calls = {
  ...accountCalls,
  ...auditCalls,
  ...catalogueCalls,
  ...compareCalls,
  ...configCalls,
  ...contactCalls,
  ...draftCalls,
  ...decisionCalls,
  ...imageCalls,
  ...inHandCalls,
  ...listingCalls,
  ...listingImportCalls,
  ...lostPhoneCalls,
  ...mailCalls,
  ...moderationCalls,
  ...noticeCalls,
  ...operationsCalls,
  ...orderCalls,
  ...passkeyCalls,
  ...paymentCalls,
  ...personalDataCalls,
  ...phoneModelCalls,
  ...promotionCalls,
  ...proofCalls,
  ...searchCalls,
  ...secondFactorCalls,
  ...shopSettingsCalls,
  ...seenPhotoCalls,
  ...signInCalls,
  ...worthCalls,
} as const satisfies Record<string, Endpoint>;

export type Calls = typeof calls;
export type CallName = keyof Calls;
