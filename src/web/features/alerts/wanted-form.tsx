import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { SavedSearch } from '#contract/alerts/alerts.ts';
import type { WantedPhone } from '#contract/alerts/wanted.ts';
import { days } from '#contract/shared/durations.ts';
import { MAX_WANTED_DAYS } from '#contract/shared/wanted.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { forgetDraft, readDraft, useDraft } from '../../form-draft.ts';
import { showFormErrors } from '../../form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { usePostAd, wantedPreviewOptions } from './wanted-queries.ts';
import { describeAd } from './wanted-text.ts';

const USUAL_DAYS = 30;
const PRICE = /^\d{1,6}(?:\.\d{1,2})?$/u;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;

type WantedFormProps = { search: SavedSearch; onClose: () => void };

/** Makes a saved search a wanted ad, or changes it. */
export function WantedDialog({ search, open, onClose, children }: WantedFormProps & { open: boolean; children: ReactNode }) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={search.wanted?.state === 'open' ? 'Change your wanted ad' : 'Post a wanted ad'}>
      {children}
    </Dialog>
  );
}

export function WantedForm({ search, onClose }: WantedFormProps) {
  const { api } = useApp();
  const { data: phone, error } = useQuery(wantedPreviewOptions(api, search._id));
  // What is typed there stays when it can't be read again.
  if (phone) return <Form search={search} phone={phone} onClose={onClose} />;
  return error ? <p role="alert">{sentenceOf(error)}</p> : <RowsSkeleton count={2} />;
}

function Form({ search, phone, onClose }: WantedFormProps & { phone: WantedPhone }) {
  const hint = useId();
  const post = usePostAd(search._id);
  const draft = `wanted:${search._id}`;
  const saved = { topPrice: search.wanted ? String(search.wanted.topPrice) : '', until: dayIn(USUAL_DAYS, search) };
  const form = useForm({ defaultValues: { ...saved, ...readDraft<typeof saved>(draft) } });
  useDraft(form, draft);
  const { errors } = form.formState;
  // It may appear after its dialog, which would focus it.
  useEffect(() => form.setFocus('topPrice'), [form.setFocus]);
  const leave = (): void => {
    forgetDraft(draft);
    onClose();
  };
  const submit = useSingleFlight(
    form.handleSubmit(async (ad) => {
      try {
        await post.mutateAsync(ad);
        leave();
      } catch (error) {
        showFormErrors(form, error, ['topPrice', 'until']);
      }
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-describedby={hint}>
      <p id={hint} className="text-muted">
        Sellers see this, and nothing about you. A seller who has such a phone can send you a link to it.
      </p>
      <Field label="Top price in dollars" inputMode="decimal" error={errors.topPrice?.message} {...form.register('topPrice')} />
      <Field label="Last day" type="date" min={dayIn(0)} max={dayIn(MAX_WANTED_DAYS)} error={errors.until?.message} {...form.register('until')} />
      <Preview form={form} phone={phone} />
      <FormError>{errors.root?.message}</FormError>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={leave} disabled={post.isPending}>
          Cancel
        </Button>
        <Button type="submit" busy={post.isPending} busyText="Saving…">
          {search.wanted?.state === 'open' ? 'Save' : 'Post'}
        </Button>
      </div>
    </form>
  );
}

function Preview({ form, phone }: { form: ReturnType<typeof useForm<{ topPrice: string; until: string }>>; phone: WantedPhone }) {
  const [typed, until] = useWatch({ control: form.control, name: ['topPrice', 'until'] });
  const price = typed.replace(/[\s$,]/gu, '');
  const sentence = PRICE.test(price) && DAY.test(until) ? describeAd({ ...phone, topPrice: Number(price), until }) : phone.title;
  return (
    <p className="rounded-xl bg-sunken px-4 py-3" aria-live="polite">
      Wanted: <bdi>{sentence}</bdi>
    </p>
  );
}

/** A day from now (UTC), or the present last day of an open ad. */
function dayIn(count: number, search?: SavedSearch): string {
  if (search?.wanted?.state === 'open') return search.wanted.until;
  return new Date(Date.now() + days(count)).toISOString().slice(0, 10);
}
