import type { AuditAct, AuditRole, AuditSubjectKind } from '#contract/audit.ts';

export const ACTS: Record<AuditAct, string> = {
  listing_listed: 'Listed a phone',
  listing_advertised: 'Advertised a listing',
  listing_held: 'Held a listing back',
  listing_released: 'Released a held listing',
  listing_removed: 'Took a listing off',
  listing_restored: 'Brought a listing back',
  listing_sold: 'Sold a phone',
  listing_cleared: 'Found a listing in order',
  sale_undone: 'Undid a sale',
  person_registered: 'Registered',
  admin_made: 'Made somebody an admin',
  account_given: 'Signed in by another service',
  seller_verified: 'Verified a seller',
  seller_warned: 'Warned a seller',
  warning_withdrawn: 'Withdrew a warning',
  seller_suspended: 'Suspended a seller',
  suspension_lifted: 'Lifted a suspension',
  person_removed: 'Removed a person',
  person_restored: 'Brought a person back',
  account_erased: 'Deleted their own account',
  answer_settled: 'Settled an answer',
  payment_kept: 'A payment bought a phone',
  payment_refused: 'A payment came too late',
  refund_made: 'A refund was made',
  refund_failed: 'A refund failed',
  seller_paid_out: 'Noted a payout',
  lost_phone_accepted: 'Accepted a lost phone',
  lost_phone_refused: 'Refused a lost phone',
  lost_phone_withdrawn: 'Withdrew a lost phone',
  imei_question_closed: 'Looked at an IMEI question',
  setting_changed: 'Changed a setting',
};

export const ROLES: Record<AuditRole, string> = {
  buyer: 'Buyer',
  seller: 'Seller',
  admin: 'Admin',
  visitor: 'Somebody who signed up',
  provider: 'The card provider',
  operator: 'The operator',
  shop: 'The shop itself',
};

export const SUBJECTS: Record<AuditSubjectKind, string> = {
  listing: 'Listing',
  user: 'Person',
  order: 'Order',
  lost_phone: 'Lost phone',
  imei_question: 'IMEI question',
  setting: 'Setting',
};
