import { useForm } from 'react-hook-form';
import type { Listing } from '#contract/listings.ts';
import { AGREED_HOURS, ANSWER_HOURS } from '#contract/shared/deadlines.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { readDraft, saveDraft, useDraft } from '../../form-draft.ts';
import { showFieldErrors } from '../../form-errors.ts';
import { useNavigate } from '../../router/index.ts';
import { BookingFields } from '../../ui/booking-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatPrice } from '../../ui/money.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useMakeOffer } from './queries.ts';

type Fields = { price: string; phone: string; meeting_location: string };

/** Asks for the price, and for what the booking needs once the seller accepts. */
export function OfferDialog({ listing, onClose }: { listing: Pick<Listing, '_id' | 'model_name' | 'resale_price'>; onClose: () => void }) {
  const make = useMakeOffer();
  const navigate = useNavigate();
  const draft = `offer-${listing._id}`;
  const form = useForm<Fields>({ defaultValues: { price: '', phone: '', meeting_location: '', ...readDraft<Fields>(draft) } });
  useDraft(form, draft);
  const { errors, isSubmitting } = form.formState;
  const submit = useSingleFlight(
    form.handleSubmit(async (typed) => {
      try {
        const { state, conversationId } = await make.mutateAsync({ ...typed, productId: listing._id });
        // For another offer.
        saveDraft(draft, { phone: typed.phone, meeting_location: typed.meeting_location });
        onClose();
        if (state === 'refused') return showError('The seller declined this offer.');
        showSuccess('Your offer was sent.');
        if (conversationId !== null) navigate(`/dashboard/messages/${encodeURIComponent(conversationId)}`);
      } catch (error) {
        showFieldErrors(form, error, ['price', 'phone', 'meeting_location']);
        showError(sentenceOf(error));
      }
    }),
  );
  return (
    <Dialog open onOpenChange={onClose} title={`Make an offer for ${listing.model_name}`} busy={isSubmitting}>
      <form noValidate onSubmit={submit} className="grid gap-3">
        <p className="text-muted">
          The seller asks for {formatPrice(listing.resale_price)} and has {ANSWER_HOURS} hours to answer. If they accept, the phone is booked for you, and you
          have {AGREED_HOURS} hours to pay.
        </p>
        <Field label="Your offer in dollars" inputMode="decimal" error={errors.price?.message} {...form.register('price')} />
        <BookingFields register={form.register} errors={errors} />
        <Button type="submit" busy={isSubmitting} busyText="Sending…">
          Send offer
        </Button>
      </form>
    </Dialog>
  );
}
