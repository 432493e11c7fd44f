/** How long each step of an order may take, in words. */
export const PERIODS = {
  inspection: '48 hours',
  noShowAnswer: '24 hours',
  sellerAnswer: '72 hours',
  offerAnswer: '72 hours',
  decision: '7 days',
  return: '7 days',
  review: '14 days',
} as const;
