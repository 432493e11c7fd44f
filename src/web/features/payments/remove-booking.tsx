import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Booking } from '#contract/orders.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

/** Cancels an unpaid booking after confirmation. */
export function RemoveBooking({ order }: { order: Booking }) {
  const { api } = useApp();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.call('DELETE /bookings/:orderId', { params: { orderId: order._id } }),
    onSuccess: () => showSuccess(`Your booking of ${order.ProductName} was canceled.`),
    onError: (error) => showError(sentenceOf(error)),
    onSettled: async () => {
      setOpen(false);
      await queries.invalidateQueries();
    },
  });
  return (
    <>
      <Button variant="secondary" size="small" aria-label={`Remove ${order.ProductName}`} onClick={() => setOpen(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Remove your booking of ${order.ProductName}?`}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
      >
        You can book it again as long as it’s on sale.
      </ConfirmDialog>
    </>
  );
}
