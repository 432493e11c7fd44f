import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Listing } from '#contract/listings.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { PhoneTestPanel } from './phone-test-panel.tsx';
import { publishedTestOptions } from './published-queries.ts';

/** Tests a listed phone, and takes an earlier test off its listing. */
export function TestDialog({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Test ${listing.model_name}`}>
      <div className="grid gap-4">
        <Published listing={listing} />
        <PhoneTestPanel listing={listing._id} order={null} />
      </div>
    </Dialog>
  );
}

function Published({ listing: { _id: id } }: { listing: Listing }) {
  const { api } = useApp();
  const queries = useQueryClient();
  const { data: test } = useQuery(publishedTestOptions(api, id));
  const hide = useSingleFlight(async () => {
    try {
      await api.call('POST /products/:id/phoneTest/hide', { params: { id } });
      showSuccess('The listing shows no test any more.');
      await queries.invalidateQueries();
    } catch (refused) {
      showError(sentenceOf(refused));
    }
  });
  if (!test) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        The listing shows a test <Moment iso={test.testedAt} />.
      </p>
      <Button variant="secondary" size="small" onClick={() => void hide()}>
        Take it off
      </Button>
    </div>
  );
}
