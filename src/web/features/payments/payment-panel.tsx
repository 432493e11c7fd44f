import { type ReactNode, useEffect, useRef } from 'react';
import type { Booking } from '#contract/orders.ts';
import { PaymentForm } from './payment-form.tsx';
import { PaidAlert, ReportingAlert, UnreportedAlert } from './payment-outcome.tsx';
import { useCardForm } from './use-card-form.ts';
import { type ChallengeReturn, type PaymentStep, usePayment } from './use-payment.ts';

type OutcomeProps = {
  step: Exclude<PaymentStep, { at: 'entering' | 'confirming' }>;
  order: Booking;
  next: ReactNode;
  onRetry: (transactionId: string) => void;
};

type PaymentPanelProps = {
  order: Booking;
  challenge: ChallengeReturn | null;
  /** What to do once it is paid. */
  next: ReactNode;
  /** Called when the buyer has given up the reservation. */
  onReleased: () => void;
};

/** Pays one open order. After the bank's challenge it continues automatically. */
export function PaymentPanel({ order, challenge, next, onReleased }: PaymentPanelProps) {
  const card = useCardForm();
  const payment = usePayment(order, challenge, card.form);
  const { step, report } = payment;
  const goneOn = useRef(false);
  const outcome = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!challenge?.succeeded || goneOn.current) return;
    goneOn.current = true;
    void report(challenge.intentId);
  }, [challenge, report]);

  // The form that had the focus is gone, and on a phone its place may be out of sight.
  useEffect(() => {
    if (step.at !== 'entering' && step.at !== 'confirming') outcome.current?.focus();
  }, [step.at]);

  if (step.at === 'entering' || step.at === 'confirming') return <PaymentForm payment={payment} card={card} order={order} onReleased={onReleased} />;
  return (
    <div ref={outcome} tabIndex={-1} className="outline-none">
      <Outcome step={step} order={order} next={next} onRetry={(transactionId) => void report(transactionId)} />
    </div>
  );
}

function Outcome({ step, order, next, onRetry }: OutcomeProps) {
  if (step.at === 'telling') return <ReportingAlert transactionId={step.transactionId} />;
  if (step.at === 'unreported') return <UnreportedAlert transactionId={step.transactionId} onRetry={() => onRetry(step.transactionId)} />;
  if (step.at === 'ended') {
    return (
      <p role="alert" className="rounded-2xl bg-warning-soft p-6 text-warning">
        {step.sentence}
      </p>
    );
  }
  return (
    <PaidAlert title="Congratulations!" order={order} transactionId={step.transactionId}>
      {next}
    </PaidAlert>
  );
}
