import { useState } from 'react';
import type { PaidOrder } from '#contract/orders.ts';
import { useOrderChange } from '../../queries/orders.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { useApp } from '../../use-app.tsx';
import { otherNameOf } from './other-name.ts';

/** The agreed meeting, which the next step names: into the calendar, or off. */
export function AgreedMeeting({ order }: { order: PaidOrder }) {
  const { api } = useApp();
  return (
    <div className="flex flex-wrap gap-2">
      <DownloadButton name="meeting.ics" load={() => api.file('GET /orders/:orderId/meeting.ics', { params: { orderId: order._id } })}>
        Add to calendar
      </DownloadButton>
      <CallOff order={order} />
    </div>
  );
}

function CallOff({ order }: { order: PaidOrder }) {
  const [open, setOpen] = useState(false);
  const callOff = useOrderChange<void>(order._id, {
    change: (api) => api.call('DELETE /orders/:orderId/meeting', { params: { orderId: order._id } }),
    done: 'The meeting is called off.',
  });
  const confirm = async () => {
    await callOff.mutateAsync();
    setOpen(false);
  };
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Call it off
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Call off the meeting?"
        onConfirm={() => void confirm()}
        confirm="Call it off"
        dismiss="Keep the meeting"
        busy={callOff.isPending}
      >
        We tell {otherNameOf(order)}. The order stands, and you agree on another time and place.
      </ConfirmDialog>
    </>
  );
}
