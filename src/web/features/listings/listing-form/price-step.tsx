import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { yearsOfUse } from './filling.ts';
import type { ListingForm } from './form-fields.ts';
import { Columns, type Form, fillIn, Text } from './form-parts.tsx';

const PRICE_INPUTS = ['name', 'brand', 'model_name', 'storage', 'condition', 'original_price', 'resale_price', 'purchase_year', 'year_of_use'] as const;
type PriceInputs = Pick<ListingForm, (typeof PRICE_INPUTS)[number]>;
export type ShowPriceEstimate = (input: PriceInputs) => ReactNode;

/** Drawn anew with every key, and nothing around it. */
const PriceEstimate = ({ form, show }: { form: Form; show: ShowPriceEstimate }) => {
  const input = useWatch({ control: form.control, name: PRICE_INPUTS });
  // Each name with its value, in their order.
  return show(Object.fromEntries(PRICE_INPUTS.map((name, index) => [name, input[index] ?? ''])) as PriceInputs);
};

/** What it should cost, beside what such phones go for. */
export const PriceStep = ({ form, worth }: { form: Form; worth: ShowPriceEstimate }) => (
  <div className="grid gap-4">
    <Columns>
      <Text
        form={form}
        name="purchase_year"
        label="Purchase year"
        hint="When it was bought, such as 2022"
        inputMode="numeric"
        onTyped={(text) => fillIn(form, { year_of_use: yearsOfUse(text, new Date().getFullYear()) })}
      />
      <Text form={form} name="year_of_use" label="Year of use" hint="How long it was used" />
      <Text form={form} name="original_price" label="Original price" hint="What it cost new" inputMode="decimal" />
      <Text form={form} name="resale_price" label="Resale price" hint="In dollars, such as 199 or 1,299.50" inputMode="decimal" />
    </Columns>
    <PriceEstimate form={form} show={worth} />
  </div>
);
