import type { PaidOrder } from '#contract/orders.ts';
import { useOrderChange } from '../../queries/orders.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { useApp } from '../../use-app.tsx';
import { otherNameOf } from './other-name.ts';
import { useIsPast } from './use-is-past.ts';

/** The agreed meeting, which the next step names: into the calendar or, before its time, off. */
export function AgreedMeeting({ order }: { order: PaidOrder }) {
  const { api } = useApp();
  const isPast = useIsPast(Date.parse(order.fulfillment.meetAt ?? ''));
  return (
    <div className="flex flex-wrap gap-2">
      <DownloadButton name="meeting.ics" load={() => api.file('GET /orders/:orderId/meeting.ics', { params: { orderId: order._id } })}>
        Add to calendar
      </DownloadButton>
      {!isPast && <CallOff order={order} />}
    </div>
  );
}

function CallOff({ order }: { order: PaidOrder }) {
  const callOff = useOrderChange<void>(order._id, {
    change: (api) => api.call('DELETE /orders/:orderId/meeting', { params: { orderId: order._id } }),
    done: 'The meeting is called off.',
  });
  return (
    <ConfirmButton
      button="Call it off"
      variant="quiet"
      title="Call off the meeting?"
      onConfirm={() => callOff.mutateAsync()}
      confirm="Call it off"
      dismiss="Keep the meeting"
    >
      We’ll tell {otherNameOf(order)}. The order stands, and you can agree on another time and place.
    </ConfirmButton>
  );
}
