import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IMEI_MISSING, isImeiMissing, type ListingForm } from './form-fields.ts';

type Form = UseFormReturn<ListingForm>;

/** The optional IMEI: where to find it, and what it is used for. Asked for again when a draft is continued. */
export function ImeiField({ form }: { form: Form }) {
  const [imei, hasImei, knownImei] = useWatch({ control: form.control, name: ['imei', 'hasImei', 'knownImei'] });
  const noteTyped = ({ target }: { target: { value: string } }): void => form.setValue('hasImei', target.value.trim() !== '');
  return (
    <div className="grid content-start gap-1">
      <Field
        label="IMEI (optional)"
        hint="15 digits. Dial *#06# on the phone to see it."
        inputMode="numeric"
        autoComplete="off"
        error={form.formState.errors.imei?.message}
        {...form.register('imei', { onChange: noteTyped })}
      />
      {isImeiMissing({ imei, hasImei }) ? <EnterAgain form={form} /> : knownImei !== '' ? <Known digits={knownImei} /> : <Explanation />}
    </div>
  );
}

function EnterAgain({ form }: { form: Form }) {
  const leaveOut = (): void => {
    form.setValue('hasImei', false);
    form.clearErrors('imei');
    form.setFocus('imei');
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* The field's error may have said so already. */}
      {form.formState.errors.imei?.message !== IMEI_MISSING && (
        <p role="status" className="min-w-0 flex-1 basis-60 text-sm text-warning">
          {IMEI_MISSING}
        </p>
      )}
      <Button variant="secondary" size="small" onClick={leaveOut}>
        List without it
      </Button>
    </div>
  );
}

/** A phone that its seller bought here goes on with its passport. */
function Known({ digits }: { digits: string }) {
  return (
    <p className="text-sm text-muted">
      You bought this phone here, so we know its IMEI, which ends in {digits}. Leave this empty, and its passport goes on with your listing.
    </p>
  );
}

function Explanation() {
  return (
    <p className="text-sm text-muted">
      We check it against our list of lost phones, and no one else can list this phone. We store only a scrambled form and the last four digits, never the
      number itself.
    </p>
  );
}
