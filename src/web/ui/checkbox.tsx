import { type ComponentProps, useId } from 'react';

/** A checkbox with its label to the right, or only for screen readers where headings say the same; the whole row is clickable. */
export function Checkbox({ label, isLabelHidden = false, ...input }: ComponentProps<'input'> & { label: string; isLabelHidden?: boolean }) {
  const id = useId();
  return (
    <label htmlFor={id} className={`inline-flex min-h-11 items-center ${isLabelHidden ? 'min-w-11 justify-center' : 'gap-3'}`}>
      <input {...input} id={id} type="checkbox" className="size-5 accent-accent" />
      {isLabelHidden ? <span className="sr-only">{label}</span> : label}
    </label>
  );
}
