import type { ReactNode } from 'react';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import type { PayoutState, PayoutWait } from '#contract/payouts.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { formatExact } from '../../ui/money.ts';
import { RefundButton } from './refund-button.tsx';
import { RefundedButton } from './refunded-button.tsx';

const STATES: Record<PaymentRecord['state'], { tone: BadgeTone; text: string }> = {
  kept: { tone: 'good', text: 'Paid' },
  refund_due: { tone: 'warning', text: 'Refunding' },
  refunded: { tone: 'neutral', text: 'Refunded' },
};

const PAYOUTS: Partial<Record<PayoutState, string>> = {
  due: 'Payout due',
  sending: 'Payout on its way',
  failed: 'Payout refused',
  reversed: 'Payout reversed',
};

const WAITS: Record<PayoutWait, string> = {
  no_account: 'The seller hasn’t set up payouts',
  account_incomplete: 'The seller hasn’t finished setting up payouts',
  account_restricted: 'The payout service needs something from the seller',
  account_gone: 'The seller’s payout account is gone',
  dispute: 'A bank is reviewing the payment',
  provider: 'The payout service refused it; the shop tries again every hour',
};

/** What became of a payment and of the payout for it. */
export function PaymentBadges({ payment: { state, payout, paidOutAt, refundByHand } }: { payment: PaymentRecord }) {
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
      {refundByHand !== null && <Badge tone="warning">{formatExact(refundByHand)} to refund by hand</Badge>}
      {paidOutAt && payout?.state !== 'reversed' && <Badge>Paid out</Badge>}
      {payout && PAYOUTS[payout.state] && <Badge>{PAYOUTS[payout.state]}</Badge>}
      {payout && payout.owed > 0 && <Badge tone="warning">Seller owes {formatExact(payout.owed)}</Badge>}
      {payout?.waitsFor && <span className="text-sm text-muted">{WAITS[payout.waitsFor]}</span>}
    </span>
  );
}

/** What an admin can do about a payment that stands, or that they have to refund by hand; `children` is what can be done about its payout. */
export function PaymentActions({ payment, children }: { payment: PaymentRecord; children: ReactNode }) {
  return (
    (payment.state === 'kept' || payment.refundByHand !== null) && (
      <span className="flex flex-wrap gap-2 whitespace-nowrap">
        {payment.refundByHand !== null && <RefundedButton payment={payment} amount={payment.refundByHand} />}
        {payment.state === 'kept' && children}
        {payment.state === 'kept' && <RefundButton payment={payment} />}
      </span>
    )
  );
}
