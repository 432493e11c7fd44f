import type { ReportReason } from '#contract/reports.ts';

const LABELS: Record<ReportReason, string> = {
  fake: 'It’s fake or counterfeit',
  stolen: 'It may be stolen',
  wrong_details: 'The details or photos are wrong',
  strange_price: 'The price is too good to be true',
  contact_outside: 'It asks buyers to deal outside the shop',
  offensive: 'It’s offensive',
  something_else: 'Something else',
};

/** The reasons for reporting a listing, in the order they are offered. */
export const REPORT_REASONS = Object.entries(LABELS) as [ReportReason, string][];

export const reportReasonLabel = (reason: ReportReason | null): string => (reason === null ? 'No reason given' : LABELS[reason]);
