import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { Listing } from '#contract/listings.ts';
import { requiredText } from '#contract/shared/text.ts';
import { ApiError } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { forgetDraft, readDraft, useDraft } from '../../form-draft.ts';
import { showFieldErrors } from '../../form-errors.ts';
import { Link } from '../../router/index.ts';
import { BookingFields } from '../../ui/booking-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { QUIET_LINK } from '../../ui/link-classes.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useBookListing } from './queries.ts';

const Fields = z.object({ phone: requiredText('Phone number', 200), meeting_location: requiredText('Meeting location', 200) });
type Fields = z.input<typeof Fields>;

const EMPTY: Fields = { phone: '', meeting_location: '' };

type BookingFormProps = {
  listing: Pick<Listing, '_id' | 'model_name'>;
  /** The order's id; null when the server didn't name it. */
  onBooked: (orderId: string | null) => void;
};

export function BookingForm({ listing, onBooked }: BookingFormProps) {
  const book = useBookListing();
  const draft = `booking:${listing._id}`;
  const form = useForm({ resolver: zodResolver(Fields), defaultValues: { ...EMPTY, ...readDraft<Fields>(draft) } });
  useDraft(form, draft);
  const { errors, isSubmitting } = form.formState;
  /** The order of an earlier booking. */
  const [earlier, setEarlier] = useState<string | null>(null);

  const submit = useSingleFlight(
    form.handleSubmit(async (typed) => {
      try {
        const { insertedId } = await book.mutateAsync({ ...typed, productId: listing._id });
        form.reset(EMPTY);
        forgetDraft(draft);
        showSuccess(`${listing.model_name} is booked successfully!`);
        onBooked(insertedId ?? null);
      } catch (error) {
        showFieldErrors(form, error, ['phone', 'meeting_location']);
        showError(sentenceOf(error));
        // The reply to an earlier attempt may have been lost, or its confirmation left by Back or a reload.
        setEarlier(readEarlier(error));
      }
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="grid gap-3 max-lg:[&_input]:scroll-mt-40" aria-label={`Book ${listing.model_name}`}>
      <BookingFields register={form.register} errors={errors} />
      <Button type="submit" busy={isSubmitting} busyText="Loading...">
        Add to Order
      </Button>
      {earlier !== null && (
        <p>
          You’ve booked this phone before.{' '}
          <Link to={`/dashboard/payment/${encodeURIComponent(earlier)}`} className={`${QUIET_LINK} whitespace-nowrap`}>
            Go to payment
          </Link>
        </p>
      )}
    </form>
  );
}

const Earlier = z.object({ orderId: z.string() });

function readEarlier(error: unknown): string | null {
  const current = error instanceof ApiError && error.code === 'already_booked' ? error.current : null;
  return Earlier.safeParse(current).data?.orderId ?? null;
}
