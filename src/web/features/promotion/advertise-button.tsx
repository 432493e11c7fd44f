import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Listing } from '#contract/listings.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';

/** Adds a listing to the home page's offers. A sold one can't be advertised. */
export function AdvertiseButton({ listing }: { listing: Listing }) {
  const advertise = useAdvertise();
  const send = useSingleFlight(() => advertise.mutateAsync(listing).catch(() => null));
  const sold = listing.status === 'sold';
  const text = listing.isAdvertise ? 'Advertised' : 'Advertise';
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={`${text} ${listing.model_name}`}
      title={sold || listing.paused ? `A ${sold ? 'sold phone' : 'paused listing'} can’t be advertised` : undefined}
      disabled={sold || listing.paused || listing.isAdvertise}
      busy={advertise.isPending}
      onClick={() => void send()}
    >
      {text}
    </Button>
  );
}

function useAdvertise() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (listing: Listing) => api.call('POST /advertise', { body: { ...listing, isAdvertise: true } as { _id: string } }),
    onSuccess: () => {
      showSuccess('This product is Advertised');
    },
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries(),
  });
}
