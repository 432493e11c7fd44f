import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './field.tsx';

type Name = 'phone' | 'meeting_location';
type BookingFieldsProps = { register: (name: Name) => UseFormRegisterReturn; errors: Partial<Record<Name, { message?: string }>> };

/** What a booking needs from the buyer. */
export function BookingFields({ register, errors }: BookingFieldsProps) {
  return (
    <>
      <Field
        label="Phone number"
        type="tel"
        autoComplete="tel"
        hint="The seller sees it once you’ve paid"
        error={errors.phone?.message}
        {...register('phone')}
      />
      <Field
        label="Meeting location"
        hint="A public place that works for you both"
        error={errors.meeting_location?.message}
        {...register('meeting_location')}
      />
    </>
  );
}
