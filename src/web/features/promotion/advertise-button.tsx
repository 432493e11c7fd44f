import type { Listing } from '#contract/listings.ts';
import { useChange } from '../../queries/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

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
  return useChange(
    (api, listing: Listing) => api.call('POST /advertise', { body: { ...listing, isAdvertise: true } as { _id: string } }),
    () => showSuccess('This product is Advertised'),
  );
}
