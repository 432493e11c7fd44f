import { type ComponentProps, useId } from 'react';

/** A checkbox with its label to the right; the whole row is clickable. */
export function Checkbox({ label, id: given, ...input }: ComponentProps<'input'> & { label: string }) {
  const own = useId();
  const id = given ?? own;
  return (
    <label htmlFor={id} className="inline-flex min-h-11 items-center gap-3">
      <input {...input} id={id} type="checkbox" className="size-5 accent-accent" />
      {label}
    </label>
  );
}
