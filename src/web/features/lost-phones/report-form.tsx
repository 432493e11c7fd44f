import { zodResolver } from '@hookform/resolvers/zod';
import type { FormEvent } from 'react';
import { Controller, type Resolver, useForm } from 'react-hook-form';
import { LostPhoneInput } from '#contract/lost-phones.ts';
import { forgetDraft, readDraft, useDraft } from '../../form-draft.ts';
import { showFormErrors } from '../../form-errors.ts';
import { usePhotoUpload } from '../../photo-upload/use-photo-upload.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { ProofPicture } from './proof-picture.tsx';
import { useReportLost, type WrittenReport } from './queries.ts';

const EMPTY: WrittenReport = { imei: '', lostOn: '', place: '', proof: '', picture: '' };
/** The number proves ownership: it stays out of the browser’s storage. */
const SECRETS = ['imei'] as const;
const FIELDS = ['imei', 'lostOn', 'place', 'proof', 'picture'] as const;

/** The contract's own rules; the typed text is sent unchanged. The schema's input is looser than the form's. */
const resolver = zodResolver(LostPhoneInput, undefined, { raw: true }) as unknown as Resolver<WrittenReport>;

/** Reports a phone lost. The typed text survives a reload. */
export function ReportForm({ email }: { email: string }) {
  const report = useReportLost();
  const draft = `lost-phone:${email}`;
  const form = useForm<WrittenReport>({ resolver, defaultValues: { ...EMPTY, ...readDraft<WrittenReport>(draft) } });
  useDraft(form, draft, SECRETS);
  const upload = usePhotoUpload();
  const { errors, isSubmitting } = form.formState;

  const send = useSingleFlight(
    form.handleSubmit(async (typed) => {
      try {
        await report.mutateAsync(typed);
        form.reset(EMPTY);
        forgetDraft(draft);
      } catch (error) {
        showFormErrors(form, error, FIELDS);
      }
    }),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!upload.blocksSubmit()) void send(event);
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Report a lost phone">
      <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
        <Field
          label="IMEI"
          hint="Find it on the box, on the receipt or in your Apple, Google or Samsung account. We store only a scrambled form and the last four digits."
          inputMode="numeric"
          autoComplete="off"
          error={errors.imei?.message}
          className="sm:col-span-2"
          {...form.register('imei')}
        />
        <Field label="Lost on" type="date" roomy error={errors.lostOn?.message} {...form.register('lostOn')} />
        <Field label="Where" hint="For example: tram 28 in Lisbon" error={errors.place?.message} {...form.register('place')} />
      </div>
      <TextAreaField
        label="Proof that it’s yours"
        hint="For example: where and when you bought it, the police report number, details on the box. Or add a photo instead."
        error={errors.proof?.message}
        {...form.register('proof')}
      />
      <Controller
        control={form.control}
        name="picture"
        render={({ field, fieldState }) => <ProofPicture upload={upload} address={field.value} onChange={field.onChange} error={fieldState.error?.message} />}
      />
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" busy={isSubmitting} busyText="Loading..." className="justify-self-start">
        Report as lost
      </Button>
    </form>
  );
}
