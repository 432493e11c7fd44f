import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { ConditionAnswers } from '#contract/shared/condition-answers.ts';
import { FeeNote } from './fee-note.tsx';
import { yearsOfUse } from './filling.ts';
import type { ListingForm } from './form-fields.ts';
import { type Form, fillIn, TextFields } from './form-parts.tsx';
import { textsOf } from './steps.ts';

const PRICE_INPUTS = ['name', 'brand', 'model_name', 'storage', 'condition', 'original_price', 'resale_price', 'purchase_year', 'year_of_use'] as const;
const DEMAND_INPUTS = ['name', 'brand', 'model_name', 'storage', 'color', 'condition', 'location', 'purchase_year', 'resale_price'] as const;
type PriceInputs = Pick<ListingForm, (typeof PRICE_INPUTS)[number]>;
type DemandInputs = Pick<ListingForm, (typeof DEMAND_INPUTS)[number]> & ConditionAnswers & { ram: string };
export type ShowPriceEstimate = (input: PriceInputs) => ReactNode;
export type ShowDemand = (input: DemandInputs) => ReactNode;

/** The price, beside the price estimate and, if given, who wants such a phone. */
export function PriceStep({ form, showPriceEstimate, showDemand }: { form: Form; showPriceEstimate: ShowPriceEstimate; showDemand?: ShowDemand }) {
  return (
    <div className="grid gap-4">
      <TextFields
        form={form}
        names={textsOf('price')}
        onTyped={{ purchase_year: (text) => fillIn(form, { year_of_use: yearsOfUse(text, new Date().getFullYear()) }) }}
      />
      <FeeNote form={form} />
      <PriceEstimate form={form} show={showPriceEstimate} />
      {showDemand && <Demand form={form} show={showDemand} />}
    </div>
  );
}

/** Rerenders with every key, and nothing around it does. */
function PriceEstimate({ form, show }: { form: Form; show: ShowPriceEstimate }) {
  const input = useWatch({ control: form.control, name: PRICE_INPUTS });
  // Pairs each name with its value, in order.
  return show(Object.fromEntries(PRICE_INPUTS.map((name, index) => [name, input[index] ?? ''])) as PriceInputs);
}

function Demand({ form, show }: { form: Form; show: ShowDemand }) {
  const input = useWatch({ control: form.control, name: DEMAND_INPUTS });
  const [ram, answers] = useWatch({ control: form.control, name: ['specification.ram', 'answers'] });
  // Pairs each name with its value, in order.
  const texts = Object.fromEntries(DEMAND_INPUTS.map((name, index) => [name, input[index] ?? ''])) as Pick<ListingForm, (typeof DEMAND_INPUTS)[number]>;
  return show({ ...texts, ...answers, ram });
}
