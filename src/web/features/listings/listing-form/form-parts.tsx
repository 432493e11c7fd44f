import type { ReactNode } from 'react';
import type { Path, UseFormReturn } from 'react-hook-form';
import { SPECIFICATION_LABELS, type SpecificationKey } from '#contract/shared/specification.ts';
import { Field } from '../../../ui/field.tsx';
import { fill, type Texts } from './filling.ts';
import type { ListingForm, TextField } from './form-fields.ts';

export type Form = UseFormReturn<ListingForm>;

export const Columns = ({ children }: { children: ReactNode }) => <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">{children}</div>;

type TextProps = { form: Form; name: TextField; label: string; hint?: string; inputMode?: 'decimal' | 'tel' | 'numeric'; onTyped?: (text: string) => void };

export const Text = ({ form, name, label, hint, inputMode, onTyped }: TextProps) => (
  <Field
    label={label}
    hint={hint}
    inputMode={inputMode}
    autoComplete={name === 'mobile_number' ? 'tel' : 'off'}
    error={form.formState.errors[name]?.message}
    {...form.register(name, { onChange: (event: { target: { value: string } }) => onTyped?.(event.target.value) })}
  />
);

export const SpecificationText = ({ form, name }: { form: Form; name: SpecificationKey }) => (
  <Field
    label={SPECIFICATION_LABELS[name]}
    autoComplete="off"
    error={form.formState.errors.specification?.[name]?.message}
    {...form.register(`specification.${name}`)}
  />
);

type ChipsProps = { label: string; texts: readonly string[]; chosen: string; onChoose: (text: string) => void };

/** Texts that a field often has, one press each. */
export const Chips = ({ label, texts, chosen, onChoose }: ChipsProps) => (
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

/** Puts a text into a field, as if it were typed. */
export const put = (form: Form, name: Path<ListingForm>, text: string): void => {
  form.setValue(name, text, { shouldDirty: true });
  form.clearErrors(name);
};

/** A field's text by its name, nested ones too. */
export const textOf = (form: Form, name: string): string => {
  // Every name that is filled in is one of the form's texts.
  const text: unknown = form.getValues(name as Path<ListingForm>);
  return typeof text === 'string' ? text : '';
};

/** Fills in what is known; answers the names of the fields that keep what the seller typed. */
export const fillIn = (form: Form, known: Record<string, string | null>): string[] => {
  const present: Texts = Object.fromEntries(Object.keys(known).map((name) => [name, textOf(form, name)]));
  const { set, filled, stored } = fill(present, form.getValues('filled'), known);
  form.setValue('filled', filled);
  for (const [name, text] of Object.entries(set)) put(form, name as Path<ListingForm>, text);
  return stored;
};
