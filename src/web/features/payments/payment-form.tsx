import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { Booking } from '#contract/orders.ts';
import { ApiError } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CardFormHost } from './card-form-host.tsx';
import { useWaitForTurn } from './queries.ts';
import { ReleaseButton } from './release-button.tsx';
import { ReservationCountdown } from './reservation-countdown.tsx';
import type { LoadedCardForm } from './use-card-form.ts';
import type { usePayment } from './use-payment.ts';
import { waitlistText } from './waitlist-text.ts';

type Payment = ReturnType<typeof usePayment>;
type PaymentFormProps = { payment: Payment; card: LoadedCardForm; order: Booking; onReleased: () => void };

const NEWS_MS = 5000;

/** The provider's form, the reservation and the Pay button. */
export function PaymentForm({ payment, card, order, onReleased }: PaymentFormProps) {
  const { step, intent, pay } = payment;
  const reserved = intent.error ? undefined : intent.data;
  const reservation = useReservation(reserved?.heldUntil);
  const busy = step.at === 'confirming';
  const [waited, setWaited] = useState(false);
  if (order.waiting && !waited) setWaited(true);
  const { refetch } = intent;
  const isOver = order.closedReason !== null || order.paid;
  const news = isOver ? 'over' : order.heldUntil;
  // For a buyer who waited: their turn has come, or the phone is gone. Refetched here, once for each, because the form survives a rejection.
  useEffect(() => {
    if (waited && news !== null) void refetch();
  }, [waited, news, refetch]);
  const isTaken = hasCode(intent.error, 'being_paid');
  useOrderNews(order, isTaken && !isOver && !order.waiting);
  // For one who didn't: the phone is gone, and the reply says why. Not for a reservation: one that is over by now would be asked for without end.
  useEffect(() => {
    if (isTaken && isOver && !waited) void refetch();
  }, [isTaken, isOver, waited, refetch]);
  const isTurn = waited && reserved !== undefined && !reservation.isOver;
  const problem = step.at === 'entering' ? step.problem : null;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (card.form && reserved && !reservation.isOver && !busy && !intent.isFetching) void pay(card.form, reserved.clientSecret);
  };

  if (card.failed) return <FailedRead message="We couldn’t reach the card provider. You weren’t charged." onRetry={card.retry} />;
  return (
    <form noValidate onSubmit={submit} className="grid gap-5" aria-label="Pay by card">
      {card.form ? <CardFormHost form={card.form} /> : <Skeleton className="h-64" />}
      <FormError>{problem}</FormError>
      <p role="status" className={isTurn ? 'rounded-xl bg-good-soft px-4 py-3 text-good' : 'sr-only'}>
        {isTurn && 'It’s your turn: the phone is now reserved for you.'}
      </p>
      {intent.error && <NotReserved intent={intent} order={order} />}
      {reservation.isOver && !intent.error && !busy && <ReservationOver intent={intent} />}
      <Button type="submit" busy={busy} busyText="Loading..." disabled={!card.form || !reserved || reservation.isOver}>
        Pay
      </Button>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {reserved && !busy && <ReservationCountdown key={reserved.heldUntil} endsAt={reserved.endsAt} onOver={reservation.end} />}
        {reserved && !reservation.isOver && !busy && <ReleaseButton order={order} onReleased={onReleased} />}
      </div>
    </form>
  );
}

/** Reads the order again and again while the tab is visible: another buyer's payment closes it. On the waitlist, its page does so anyway. */
function useOrderNews({ _id }: Booking, isWanted: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isWanted) return;
    const read = () => {
      // A reply that takes longer than this isn't asked for anew.
      if (!document.hidden) void queries.invalidateQueries({ queryKey: [PRIVATE, 'order', _id] }, { cancelRefetch: false });
    };
    const timer = setInterval(read, NEWS_MS);
    return () => clearInterval(timer);
  }, [queries, _id, isWanted]);
}

/** Tracks expiry by the reservation's end time, so a new reservation starts fresh. */
function useReservation(reservedUntil: string | undefined) {
  const [ended, setEnded] = useState<string | null>(null);
  const end = useCallback(() => setEnded(reservedUntil ?? null), [reservedUntil]);
  return { isOver: reservedUntil !== undefined && ended === reservedUntil, end };
}

/** The phone could not be reserved: another buyer is paying, it is gone, or the server did not respond. */
function NotReserved({ intent, order }: { intent: Payment['intent']; order: Booking }) {
  const isFinal = hasCode(intent.error, 'sold', 'order_closed', 'already_paid');
  const wait = useWaitForTurn(order);

  return (
    <div className="grid justify-items-start gap-3 rounded-xl bg-warning-soft px-4 py-3 text-warning">
      <p role="alert">{sentenceOf(intent.error)}</p>
      {order.waiting && <OnWaitlist line={order.line} onLeave={() => wait.mutate(false)} busy={wait.isPending} />}
      {!isFinal && (
        <div className="flex flex-wrap gap-3">
          {hasCode(intent.error, 'being_paid') && !order.waiting && (
            <Button variant="secondary" size="small" busy={wait.isPending} onClick={() => wait.mutate(true)}>
              Join the waitlist
            </Button>
          )}
          <Button variant="secondary" size="small" busy={intent.isFetching} onClick={() => void intent.refetch()}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

const hasCode = (error: Error | null, ...codes: string[]): boolean => error instanceof ApiError && codes.includes(error.code);

function OnWaitlist({ line, onLeave, busy }: { line: Booking['line']; onLeave: () => void; busy: boolean }) {
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <p>
        {line ? waitlistText(line, { now: Date.now() }) : 'You’re on the waitlist.'} When the phone becomes available, we’ll reserve it for you for a few
        minutes and let you know here and by email.
      </p>
      <Button variant="secondary" size="small" busy={busy} onClick={onLeave}>
        Leave the waitlist
      </Button>
    </div>
  );
}

function ReservationOver({ intent }: { intent: Payment['intent'] }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-xl bg-warning-soft px-4 py-3 text-warning">
      <p>Your reservation has expired. Your card details are still here: reserve the phone again to pay.</p>
      <Button variant="secondary" size="small" busy={intent.isFetching} onClick={() => void intent.refetch()}>
        Reserve again
      </Button>
    </div>
  );
}
