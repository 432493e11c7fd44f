import type { UseFormReturn } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import type { ListingForm } from './form-fields.ts';

/** The phone's own number, for those who give it: where to find it, and what becomes of it. */
export const ImeiField = ({ form }: { form: UseFormReturn<ListingForm> }) => (
  <div className="grid content-start gap-1">
    <Field
      label="IMEI (optional)"
      hint="Dial *#06# on the phone to see it; it has 15 digits."
      inputMode="numeric"
      autoComplete="off"
      error={form.formState.errors.imei?.message}
      {...form.register('imei')}
    />
    <p className="text-sm text-muted">
      The shop keeps a scrambled form and the last four digits, never the number. With it, your phone is looked up in the shop’s register of lost phones, and
      nobody else can list it.
    </p>
  </div>
);
