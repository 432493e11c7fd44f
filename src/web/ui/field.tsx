import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { useFollowing } from './use-following.ts';

/** A field's class names, for fields made elsewhere. */
export const CONTROL =
  'w-full min-h-12 rounded-xl border bg-surface px-4 py-2.5 text-base text-ink placeholder:text-muted border-line-strong aria-invalid:border-danger disabled:bg-sunken';

type Words = {
  label: string;
  error?: string;
  hint?: string;
  /** Leaves room for two lines below the field on a phone, where its errors are longer than one. */
  roomy?: boolean;
};

type FrameProps = Words & { id: string; className?: string; children: ReactNode };

/** A text input; accepts everything that react-hook-form's `register` returns. */
export function Field({ label, error, hint, roomy, className, id: given, ...input }: ComponentProps<'input'> & Words) {
  const own = useId();
  const id = given ?? own;
  return (
    <Frame id={id} label={label} error={error} hint={hint} roomy={roomy} className={className}>
      <input {...input} {...describe(id, error)} className={CONTROL} />
    </Frame>
  );
}

/** Label, control, and below it the error or else the hint, in the room of both: nothing moves when an error appears. */
function Frame({ id, label, error, hint, roomy = false, className, children }: FrameProps) {
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children}
      <div className={classNames('grid text-sm *:col-start-1 *:row-start-1', roomy ? 'min-h-10 sm:min-h-5' : 'min-h-5')}>
        {error && hint && (
          <span className="invisible" aria-hidden="true">
            {hint}
          </span>
        )}
        <p id={`${id}-note`} className={error ? 'text-danger' : 'text-muted'} aria-live="polite">
          {error ?? hint}
        </p>
      </div>
    </div>
  );
}

const describe = (id: string, error: string | undefined) => ({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': `${id}-note` });

export function TextAreaField({ label, error, hint, roomy, className, id: given, rows = 4, ...area }: ComponentProps<'textarea'> & Words) {
  const own = useId();
  const id = given ?? own;
  return (
    <Frame id={id} label={label} error={error} hint={hint} roomy={roomy} className={className}>
      <textarea {...area} {...describe(id, error)} rows={rows} className={CONTROL} />
    </Frame>
  );
}

/** A native select; `children` are its options. */
export function SelectField({ label, error, hint, roomy, className, id: given, ...select }: ComponentProps<'select'> & Words) {
  const own = useId();
  const id = given ?? own;
  return (
    <Frame id={id} label={label} error={error} hint={hint} roomy={roomy} className={className}>
      <Select {...select} {...describe(id, error)} />
    </Frame>
  );
}

/** A native select with our own arrow, which keeps its distance from the edge. */
function Select({ className, ...select }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative block', className)}>
      <select {...select} className={classNames(CONTROL, 'appearance-none pr-9')} />
      <Icon name="chevron-down" className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted" />
    </span>
  );
}

/** A bare select for a bar of controls, its label for screen readers only. It follows `defaultValue`. */
export function CompactSelect({
  label,
  defaultValue,
  ...select
}: Omit<ComponentProps<'select'>, 'ref' | 'defaultValue'> & { label: string; defaultValue?: string }) {
  return <Select {...select} ref={useFollowing('value', defaultValue)} defaultValue={defaultValue} aria-label={label} />;
}
