import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { FeeNote } from './fee-note.tsx';
import { yearsOfUse } from './filling.ts';
import type { ListingForm } from './form-fields.ts';
import { type Form, fillIn, TextFields } from './form-parts.tsx';
import { textsOf } from './steps.ts';

const PRICE_INPUTS = ['name', 'brand', 'model_name', 'storage', 'condition', 'original_price', 'resale_price', 'purchase_year', 'year_of_use'] as const;
type PriceInputs = Pick<ListingForm, (typeof PRICE_INPUTS)[number]>;
export type ShowPriceEstimate = (input: PriceInputs) => ReactNode;

/** The price, beside the price estimate. */
export function PriceStep({ form, showPriceEstimate }: { form: Form; showPriceEstimate: ShowPriceEstimate }) {
  return (
    <div className="grid gap-4">
      <TextFields
        form={form}
        names={textsOf('price')}
        onTyped={{ purchase_year: (text) => fillIn(form, { year_of_use: yearsOfUse(text, new Date().getFullYear()) }) }}
      />
      <FeeNote form={form} />
      <PriceEstimate form={form} show={showPriceEstimate} />
    </div>
  );
}

/** Rerenders with every key, and nothing around it does. */
function PriceEstimate({ form, show }: { form: Form; show: ShowPriceEstimate }) {
  const input = useWatch({ control: form.control, name: PRICE_INPUTS });
  // Pairs each name with its value, in order.
  return show(Object.fromEntries(PRICE_INPUTS.map((name, index) => [name, input[index] ?? ''])) as PriceInputs);
}
