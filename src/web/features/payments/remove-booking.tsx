import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Booking } from '#contract/orders.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

/** Cancels an unpaid booking after confirmation. */
export function RemoveBooking({ order }: { order: Booking }) {
  const { api } = useApp();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.call('DELETE /bookings/:orderId', { params: { orderId: order._id } }),
    onSuccess: () => showSuccess(`Your booking of ${order.ProductName} was canceled.`),
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => void queries.invalidateQueries(),
  });
  return (
    <ConfirmButton
      button="Remove"
      size="small"
      name={`Remove ${order.ProductName}`}
      title={`Remove your booking of ${order.ProductName}?`}
      onConfirm={() => remove.mutateAsync().catch(() => null)}
    >
      You can book it again as long as it’s on sale.
    </ConfirmButton>
  );
}
