import type { PaymentRecord } from '#contract/payments/payments.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatExact } from '../../ui/money.ts';
import { useApp } from '../../use-app.tsx';
import { useNotePayout } from './queries.ts';

/** Notes that the seller was paid by hand, after asking once; nothing while a service can pay, or before the order is completed. */
export function PayoutButton({ payment }: { payment: PaymentRecord }) {
  const { config } = useApp();
  const note = useNotePayout();
  if (payment.payout?.state !== 'due' || !(config.payouts.kind === 'by-hand' || isStuck(payment))) return null;
  const amount = formatExact(payment.payout.net);
  return (
    <ConfirmButton
      button="Mark as paid out"
      size="small"
      name={`Mark as paid out: ${payment.ProductName}`}
      title={`Mark ${amount} as paid out?`}
      confirm={`I paid ${payment.sellerName} ${amount}`}
      onConfirm={() => note.mutateAsync(payment).catch(() => null)}
    >
      Confirm only after you’ve paid {payment.sellerName} {amount} for {payment.ProductName}. {sumOf(payment)} This can’t be undone.
    </ConfirmButton>
  );
}

/** It waits for a seller who no longer has an account, and so can't set up payouts. */
function isStuck({ sellerGone, payout }: PaymentRecord): boolean {
  const why = payout?.waitsFor ?? null;
  return sellerGone && why !== null && why !== 'dispute' && why !== 'provider';
}

/** How the amount comes about. */
function sumOf({ amount, listPrice, payout }: PaymentRecord): string {
  const parts = [
    listPrice > amount && `The buyer paid ${formatExact(amount)}; the shop adds the first-purchase discount.`,
    payout && payout.refunded > 0 && `${formatExact(payout.refunded)} went back to the buyer.`,
    payout && payout.fee > 0 && `The fee of ${formatExact(payout.fee)} is taken off.`,
    payout && payout.offset > 0 && `${formatExact(payout.offset)} goes toward what the seller owes.`,
  ];
  return parts.filter(Boolean).join(' ');
}
