import { zodResolver } from '@hookform/resolvers/zod';
import { useDeferredValue, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { MEETING } from '#contract/meetings.ts';
import type { PaidOrder } from '#contract/orders.ts';
import { days } from '#contract/shared/durations.ts';
import { requiredText } from '#contract/shared/text.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { forgetDraft, readDraft, useDraft } from '../../form-draft.ts';
import { showFieldErrors } from '../../form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { otherNameOf } from './other-name.ts';
import { PlaceSuggestions } from './place-suggestions.tsx';
import { usePropose } from './queries.ts';

const NOT_A_TIME = 'Enter a date and a time.';
const ProposalFields = z.object({
  at: z.string().refine((at) => Number.isFinite(Date.parse(at)), NOT_A_TIME),
  place: requiredText('A place', 200),
});
type ProposalFields = z.input<typeof ProposalFields>;

/** A time, in the user's own time zone, and a place. What was typed survives a reload. */
export function ProposalForm({ order, onBegin, onSent }: { order: PaidOrder; onBegin: () => void; onSent: () => void }) {
  const propose = usePropose(order._id);
  const draft = `proposal:${order._id}`;
  const usual = order.fulfillment.meetPlace ?? order.meeting_location;
  const form = useForm({ resolver: zodResolver(ProposalFields), defaultValues: { at: '', place: usual, ...readDraft<ProposalFields>(draft) } });
  useDraft(form, draft);
  const { errors, isSubmitting } = form.formState;
  const [earliest, latest] = useSpan();
  const typed = form.watch('place');
  const [picked, setPicked] = useState(typed);
  const search = useDeferredValue(typed === picked ? '' : typed.slice(0, 200));

  const submit = useSingleFlight(
    form.handleSubmit(async ({ at, place }) => {
      try {
        await propose.mutateAsync({ at: new Date(at).toISOString(), place });
        form.reset({ at: '', place: usual });
        forgetDraft(draft);
        showSuccess(`We’ve told ${otherNameOf(order)}.`);
        onSent();
      } catch (error) {
        showFieldErrors(form, error, ['at', 'place']);
        showError(sentenceOf(error));
      }
    }),
  );

  return (
    <form noValidate onFocus={onBegin} onSubmit={submit} className="grid gap-3" aria-label="Propose a meeting">
      <Field
        label="When"
        type="datetime-local"
        min={earliest}
        max={latest}
        hint={`In your time zone, within ${MEETING.mostDaysAhead} days`}
        error={errors.at?.message}
        {...form.register('at')}
      />
      <Field label="Where" maxLength={400} hint="A busy public place, by day" error={errors.place?.message} {...form.register('place')} />
      <Button type="submit" busy={isSubmitting} className="justify-self-start">
        Propose this meeting
      </Button>
      <PlaceSuggestions
        orderId={order._id}
        search={search}
        onPick={(place) => {
          setPicked(place);
          form.setValue('place', place, { shouldDirty: true, shouldValidate: true });
        }}
      />
    </form>
  );
}

/** The first and last time that the picker offers, as its values; none before the page is hydrated, since the server doesn't know the time zone. */
function useSpan(): [string?, string?] {
  const isHydrated = useHydrated();
  if (!isHydrated) return [];
  const now = Date.now();
  return [toLocalTime(now), toLocalTime(now + days(MEETING.mostDaysAhead))];
}

function toLocalTime(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
