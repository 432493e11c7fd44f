import { MEETING, type NoShow, type NoShowAnswer } from '#contract/meetings.ts';
import type { PaidOrder } from '#contract/orders.ts';
import { minutes } from '#contract/shared/durations.ts';
import { useOrderChange } from '../../queries/orders.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { formatExact } from '../../ui/money.ts';
import { otherNameOf } from './other-name.ts';
import { useIsPast } from './use-is-past.ts';

/** Once the agreed time is well past: the other side didn't come. */
export function ReportNoShow({ order }: { order: PaidOrder }) {
  const isLate = useIsPast(Date.parse(order.fulfillment.meetAt ?? '') + minutes(MEETING.noShowAfterMinutes));
  const report = useOrderChange<void>(order._id, {
    change: (api) => api.call('POST /orders/:orderId/noShow', { params: { orderId: order._id } }),
    done: `We’ve asked ${otherNameOf(order)}.`,
  });
  if (!isLate) return null;
  const name = otherNameOf(order);
  return (
    <ConfirmButton
      button={`${name} didn’t come`}
      variant="quiet"
      className="justify-self-start"
      title={`Did ${name} miss the meeting?`}
      onConfirm={() => report.mutateAsync()}
      confirm={`${name} didn’t come`}
    >
      {name} has a day to answer. Without an answer, the sale is canceled, and {order.side === 'buyer' ? 'you get' : 'the buyer gets'}{' '}
      {formatExact(order.charged)} back.
    </ConfirmButton>
  );
}

/** A report that waits for an answer: the absent side's two answers, the reporter's way back. */
export function AnswerNoShow({ order, noShow }: { order: PaidOrder; noShow: NoShow }) {
  const isAbsent = noShow.absent === order.side;
  const name = otherNameOf(order);
  return (
    <div className="grid gap-3 rounded-xl bg-sunken p-4">
      <p>
        {isAbsent ? `${name} says that you didn’t come to the meeting on ` : `You reported that ${name} didn’t come to the meeting on `}
        <DateTime iso={noShow.meetAt} className="font-medium" />.
      </p>
      <p className="text-sm text-muted">
        {isAbsent ? 'Answer by ' : `${name} can answer until `}
        <DateTime iso={noShow.answerBy} />
        {isAbsent && ', or it counts as a missed meeting'}.
      </p>
      <div className="flex flex-wrap gap-2">
        {isAbsent ? (
          <>
            <Answer order={order} answer="was_there" label="I was there" />
            <Answer order={order} answer="was_not_there" label="I couldn’t make it" />
          </>
        ) : (
          <Answer order={order} answer="withdraw" label="Withdraw the report" />
        )}
      </div>
    </div>
  );
}

function Answer({ order, answer, label }: { order: PaidOrder; answer: NoShowAnswer; label: string }) {
  const give = useOrderChange<void>(order._id, {
    change: (api) => api.call('POST /orders/:orderId/noShow/answer', { params: { orderId: order._id }, body: { answer } }),
    done: answer === 'withdraw' ? 'You withdrew the report.' : `We’ve told ${otherNameOf(order)}.`,
  });
  return (
    <Button variant="secondary" busy={give.isPending} onClick={() => give.mutate()}>
      {label}
    </Button>
  );
}
