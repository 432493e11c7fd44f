import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from '../../../router/index.ts';
import { isOn, typed } from './filter-choices.tsx';
import { FILTER_NAMES } from './filter-names.ts';
import { type Filter, readFilters } from './filters.ts';
import { KeepInPlace } from './keep-in-place.tsx';
import { useNarrow } from './list-address.ts';

/** A form that filters the list at every choice, and by price when submitted. */
export function NarrowingForm({ filters, children }: { filters: Filter[]; children: ReactNode }) {
  const form = useFieldsFromAddress(filters);
  const narrow = useNarrow();
  const { pathname } = useLocation();
  const pressed = useRef<Element>(null);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    narrow(readFilters(new FormData(event.currentTarget)));
  };
  const sendChoice = (event: ChangeEvent<HTMLFormElement>) => {
    const field: EventTarget = event.target;
    if ((field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) || field instanceof HTMLSelectElement) {
      pressed.current = field;
      event.currentTarget.requestSubmit();
    }
  };
  return (
    <form ref={form} action={pathname} onSubmit={send} onChange={sendChoice} aria-label="Filters" className="[overflow-anchor:none]">
      <OtherQuestions />
      <KeepInPlace pressed={pressed}>{children}</KeepInPlace>
    </form>
  );
}

/** Keeps the fields in step with the address: after Back, a removed chip, or a reload for which the browser kept the fields. */
function useFieldsFromAddress(filters: Filter[]) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    for (const field of form.current?.querySelectorAll('input') ?? []) {
      if (field.type === 'radio') field.checked = field.value === typed(filters, field.name);
      else if (field.type === 'checkbox')
        field.checked = field.name === 'verified' ? typed(filters, 'verified') !== '' : isOn(filters, field.name, field.value);
      else if (field.type === 'text' && field !== document.activeElement) field.value = typed(filters, field.name);
    }
  }, [filters]);
  return form;
}

/** The address's parameters other than filters, for browsers that submit the form themselves. */
function OtherQuestions() {
  const query = new URLSearchParams(useLocation().search);
  return [...query].map(([name, value]) =>
    name === 'cursor' || (FILTER_NAMES as readonly string[]).includes(name) ? null : <input key={name} type="hidden" name={name} value={value} />,
  );
}
