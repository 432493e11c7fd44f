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

export type BookingFormProps = {
  listing: Pick<Listing, '_id' | 'model_name'>;
  /** The page of what the user booked; null when they have none. */
  orders: { path: string; title: string } | null;
  /** The order's id; null when the server didn't name it. */
  onBooked: (orderId: string | null) => void;
};

export function BookingForm({ listing, orders, onBooked }: BookingFormProps) {
  const book = useBookListing();
  const draft = `booking:${listing._id}`;
  const form = useForm({ resolver: zodResolver(Fields), defaultValues: { ...EMPTY, ...readDraft<Fields>(draft) } });
  useDraft(form, draft);
  const { errors, isSubmitting } = form.formState;
  const [isBookedBefore, setBookedBefore] = useState(false);

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
        // The reply to an earlier attempt may have been lost.
        setBookedBefore(error instanceof ApiError && error.code === 'already_booked');
      }
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="grid gap-3 max-lg:[&_input]:scroll-mt-40" aria-label={`Book ${listing.model_name}`}>
      <BookingFields register={form.register} errors={errors} />
      <Button type="submit" busy={isSubmitting} busyText="Loading...">
        Add to Order
      </Button>
      {isBookedBefore && orders && (
        <p>
          You’ve booked this phone before. Pay for it in{' '}
          <Link to={orders.path} className={QUIET_LINK}>
            {orders.title}
          </Link>
          .
        </p>
      )}
    </form>
  );
}
