import type { ReactNode } from 'react';
import type { Path, UseFormReturn } from 'react-hook-form';
import { fieldOf, LINE, maxOf } from '#contract/listing-fields.ts';
import { SPECIFICATION_LABELS, type SpecificationKey } from '#contract/shared/specification.ts';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import { fill, type Texts } from './filling.ts';
import type { ListingForm, TextField } from './form-fields.ts';

export type Form = UseFormReturn<ListingForm>;

type Help = { hint: string; inputMode?: 'decimal' | 'tel' | 'numeric' };
const HELP: Partial<Record<TextField, Help>> = {
  model_name: { hint: 'As on the box. For example: Galaxy S21' },
  storage: { hint: 'For example: 128 GB' },
  condition: { hint: 'You can change the wording' },
  purchase_year: { hint: 'For example: 2022', inputMode: 'numeric' },
  year_of_use: { hint: 'How long it’s been used' },
  original_price: { hint: 'What it cost new', inputMode: 'decimal' },
  resale_price: { hint: 'In dollars. For example: 199 or 1,299.50', inputMode: 'decimal' },
  location: { hint: 'Where buyers can pick it up' },
  mobile_number: { hint: 'Shown only to people who are logged in', inputMode: 'tel' },
  description: { hint: 'Anything buyers should know' },
};

type Typing = Partial<Record<TextField, (text: string) => void>>;

type ChipsProps = { label: string; texts: readonly string[]; chosen: string; onChoose: (text: string) => void };

/** Fields side by side; `onTyped` receives a field's typed text. */
export function TextFields({ form, names, onTyped = {} }: { form: Form; names: readonly TextField[]; onTyped?: Typing }) {
  return (
    names.length > 0 && (
      <Columns>
        {names.map((name) => (
          <Text key={name} form={form} name={name} onTyped={onTyped[name]} />
        ))}
      </Columns>
    )
  );
}

export const Columns = ({ children }: { children: ReactNode }) => <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">{children}</div>;

/** A field of the form; `onTyped` receives the typed text. */
export function Text({ form, name, onTyped }: { form: Form; name: TextField; onTyped?: (text: string) => void }) {
  const shared = {
    label: fieldOf(name).label,
    hint: HELP[name]?.hint,
    error: form.formState.errors[name]?.message,
    ...form.register(name, { onChange: (event: { target: { value: string } }) => onTyped?.(event.target.value) }),
  };
  if (maxOf(name) > LINE) return <TextAreaField rows={5} {...shared} />;
  return <Field inputMode={HELP[name]?.inputMode} autoComplete={name === 'mobile_number' ? 'tel' : 'off'} {...shared} />;
}

export function SpecificationText({ form, name }: { form: Form; name: SpecificationKey }) {
  return (
    <Field
      label={SPECIFICATION_LABELS[name]}
      autoComplete="off"
      error={form.formState.errors.specification?.[name]?.message}
      {...form.register(`specification.${name}`)}
    />
  );
}

/** Common texts for a field, one press each. */
export function Chips({ label, texts, chosen, onChoose }: ChipsProps) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-2">
      {texts.map((text) => (
        <button
          key={text}
          type="button"
          aria-pressed={chosen === text}
          onClick={() => onChoose(text)}
          className="min-h-11 rounded-full border border-line-strong bg-surface px-4 text-left hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent"
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}

/** Fills in known values; returns the names of fields that keep the seller's own text. */
export function fillIn(form: Form, known: Record<string, string | null>): string[] {
  const present: Texts = Object.fromEntries(Object.keys(known).map((name) => [name, textOf(form, name)]));
  const { set, filled, unchanged } = fill(present, form.getValues('filled'), known);
  form.setValue('filled', filled);
  for (const [name, text] of Object.entries(set)) put(form, name as Path<ListingForm>, text);
  return unchanged;
}

/** Returns a field's text by its name, nested ones included. */
export function textOf(form: Form, name: string): string {
  // Every name passed here is one of the form's text fields.
  const text: unknown = form.getValues(name as Path<ListingForm>);
  return typeof text === 'string' ? text : '';
}

/** Sets a field's text as if it were typed. */
export function put(form: Form, name: Path<ListingForm>, text: string): void {
  form.setValue(name, text, { shouldDirty: true });
  form.clearErrors(name);
}
