import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { yearsOfUse } from './filling.ts';
import type { ListingForm } from './form-fields.ts';
import { Columns, type Form, fillIn, Text } from './form-parts.tsx';

const SAID_OF_WORTH = ['name', 'brand', 'model_name', 'storage', 'condition', 'original_price', 'resale_price', 'purchase_year', 'year_of_use'] as const;
type SaidOfWorth = Pick<ListingForm, (typeof SAID_OF_WORTH)[number]>;
export type ShowWorth = (said: SaidOfWorth) => ReactNode;

/** Drawn anew with every key, and nothing around it. */
const Worth = ({ form, show }: { form: Form; show: ShowWorth }) => {
  const said = useWatch({ control: form.control, name: SAID_OF_WORTH });
  // Each name with its value, in their order.
  return show(Object.fromEntries(SAID_OF_WORTH.map((name, index) => [name, said[index] ?? ''])) as SaidOfWorth);
};

/** What it should cost, beside what such phones go for. */
export const PriceStep = ({ form, worth }: { form: Form; worth: ShowWorth }) => (
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
    <Worth form={form} show={worth} />
  </div>
);
