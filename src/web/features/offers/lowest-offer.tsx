import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { sentenceOf } from '../../error-sentence.ts';
import { showFieldErrors } from '../../form-errors.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { showError } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { lowestOfferOptions, useSetLowestOffer } from './queries.ts';

/** Where a seller says which offers they don't want to see. Only they ever learn the price. */
export function LowestOffer({ id }: { id: string }) {
  const { api } = useApp();
  const { data, error, refetch, isFetching } = useQuery(lowestOfferOptions(api, id));
  return (
    <section aria-labelledby="lowest-offer" className="grid max-w-xl gap-3 border-t border-line pt-6">
      <h2 id="lowest-offer" className="text-xl">
        Offers
      </h2>
      {error && !data && <FailedRead message="We couldn’t load your lowest offer." onRetry={() => void refetch()} busy={isFetching} />}
      {data && <LowestForm key={data.price} id={id} price={data.price} />}
    </section>
  );
}

function LowestForm({ id, price }: { id: string; price: number | null }) {
  const set = useSetLowestOffer(id);
  const form = useForm({ defaultValues: { price: price === null ? '' : String(price) } });
  const submit = useSingleFlight(
    form.handleSubmit(async (typed) => {
      try {
        await set.mutateAsync(typed.price.trim() === '' ? null : typed.price);
      } catch (error) {
        showFieldErrors(form, error, ['price']);
        showError(sentenceOf(error));
      }
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field
        label="Lowest offer in dollars"
        inputMode="decimal"
        hint="Lower offers are declined automatically, and you don’t see them. Buyers never see this price. Leave it empty to see every offer."
        error={form.formState.errors.price?.message}
        {...form.register('price')}
      />
      <Button type="submit" variant="secondary" className="justify-self-start" busy={set.isPending} busyText="Saving…">
        Save lowest offer
      </Button>
    </form>
  );
}
