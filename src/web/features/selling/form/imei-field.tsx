import type { UseFormReturn } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import type { ListingForm } from './form-fields.ts';

/** The optional IMEI: where to find it, and what it is used for. */
export function ImeiField({ form }: { form: UseFormReturn<ListingForm> }) {
  return (
    <div className="grid content-start gap-1">
      <Field
        label="IMEI (optional)"
        hint="15 digits. Dial *#06# on the phone to see it."
        inputMode="numeric"
        autoComplete="off"
        error={form.formState.errors.imei?.message}
        {...form.register('imei')}
      />
      <p className="text-sm text-muted">
        We check it against our list of lost phones, and no one else can list this phone. We store only a scrambled form and the last four digits, never the
        number itself.
      </p>
    </div>
  );
}
