import type { Listing } from '#contract/listings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PhoneTestPanel } from './phone-test-panel.tsx';

/** Tests a listed phone. */
export function TestDialog({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Test ${listing.model_name}`}>
      <PhoneTestPanel listing={listing._id} order={null} />
    </Dialog>
  );
}
