import { useId } from 'react';

type RadioChoiceProps<T extends string> = {
  /** The question. */
  label: string;
  /** What each answer means stands below it. */
  options: { value: T; label: string; hint: string }[];
  /** Null until somebody chose. */
  chosen: T | null;
  onChoose: (value: T) => void;
  error: string | undefined;
};

/** A question whose answers are explained, and of which none is chosen at first. */
export function RadioChoice<T extends string>({ label, options, chosen, onChoose, error }: RadioChoiceProps<T>) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-invalid={error ? true : undefined}
      aria-describedby={`${id}-note`}
      className="grid gap-2 rounded-xl"
    >
      <p id={`${id}-label`} className="font-medium">
        {label}
      </p>
      <div className="grid gap-2">
        {options.map(({ value, label: answer, hint }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-xl border border-line-strong px-4 py-3 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={id}
              value={value}
              checked={chosen === value}
              onChange={() => onChoose(value)}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span className="grid gap-0.5">
              <span className="font-medium">{answer}</span>
              <span className="text-sm text-muted">{hint}</span>
            </span>
          </label>
        ))}
      </div>
      <p id={`${id}-note`} className="min-h-5 text-sm text-danger" aria-live="polite">
        {error}
      </p>
    </div>
  );
}
