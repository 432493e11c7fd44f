import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Listing } from '#contract/listings.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
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

function Published({ listing: { _id: id, model_name } }: { listing: Listing }) {
  const { api } = useApp();
  const { data: test } = useQuery(publishedTestOptions(api, id));
  return (
    <section aria-label="On the listing" className="flex flex-wrap items-center justify-between gap-3 outline-none">
      {test ? (
        <>
          <p>
            The listing shows a test <Moment iso={test.testedAt} />.
          </p>
          <RemoveButton id={id} name={model_name} />
        </>
      ) : (
        test === null && <p className="text-muted">The listing shows no test.</p>
      )}
    </section>
  );
}

function RemoveButton({ id, name }: { id: string; name: string }) {
  const { api } = useApp();
  const queries = useQueryClient();
  const remove = async () => {
    try {
      await api.call('POST /products/:id/phoneTest/hide', { params: { id } });
      showSuccess('The listing shows no test anymore.');
      void queries.invalidateQueries();
    } catch (refused) {
      showError(sentenceOf(refused));
      throw refused;
    }
  };
  return (
    <ConfirmButton button="Remove from listing" variant="risky" size="small" title="Remove the test?" confirm="Remove from listing" onConfirm={remove}>
      Buyers of {name} won’t see it anymore. To show one again, test the phone again.
    </ConfirmButton>
  );
}
