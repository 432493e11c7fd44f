import { type FormEvent, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import type { CardEntry } from './card-entry.ts';
import { type CardField, caretAfter, digitsOf, FORMATS } from './typed-card.ts';

type FieldProps = { entry: CardEntry; field: CardField; label: string; placeholder: string; autoComplete: string };

const PRACTICE_CARDS = [
  { number: '4242 4242 4242 4242', does: 'succeeds' },
  { number: '4000 0000 0000 0002', does: 'is declined' },
  { number: '4000 0025 0000 3155', does: 'requires bank confirmation' },
];

/** The fields of a practice card. They have no `name`, so a surrounding form never submits the card. */
export function PracticeFields({ entry }: { entry: CardEntry }) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="sr-only">Card details</legend>
      <PracticeNote />
      <Field entry={entry} field="number" label="Card number" placeholder="1234 1234 1234 1234" autoComplete="cc-number" />
      <div className="grid grid-cols-2 gap-4">
        <Field entry={entry} field="expiry" label="Expiry (MM / YY)" placeholder="MM / YY" autoComplete="cc-exp" />
        <Field entry={entry} field="cvc" label="CVC" placeholder="123" autoComplete="cc-csc" />
      </div>
    </fieldset>
  );
}

/** The warning always shows; the numbers unfold, so that the fields stand on a phone's first screen. */
function PracticeNote() {
  return (
    <details className="rounded-xl border border-dashed border-line-strong bg-ground px-4 text-base text-ink">
      <summary className="min-h-11 py-2.5">
        <strong className="font-semibold">Test cards only.</strong> No real card belongs here.
      </summary>
      <p className="pt-1">No money changes hands. Use one of these numbers with any future date and any three-digit code:</p>
      <ul className="mt-2 grid gap-1 pb-3">
        {PRACTICE_CARDS.map(({ number, does }) => (
          <li key={number} className="flex flex-wrap gap-x-3">
            <span className="whitespace-nowrap tabular-nums select-all">{number}</span>
            <span className="text-muted">{does}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Field({ entry, field, label, placeholder, autoComplete }: FieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { typed, fault } = useEntry(entry);
  const message = fault?.field === field ? fault.message : null;

  useEffect(() => {
    if (fault?.field === field) input.current?.focus();
  }, [fault, field]);

  // Uncontrolled: setting the value by hand keeps the caret where it was.
  const format = ({ currentTarget: element }: FormEvent<HTMLInputElement>) => {
    const digitsBefore = digitsOf(element.value.slice(0, element.selectionStart ?? element.value.length)).length;
    const atEnd = element.selectionStart === element.value.length;
    const formatted = FORMATS[field](element.value);
    if (formatted !== element.value) {
      element.value = formatted;
      const caret = atEnd ? formatted.length : caretAfter(formatted, digitsBefore);
      element.setSelectionRange(caret, caret);
    }
    entry.type(field, formatted);
  };

  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-base font-medium text-ink">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete={autoComplete}
        spellCheck={false}
        placeholder={placeholder}
        defaultValue={typed[field]}
        onInput={format}
        aria-required
        aria-invalid={message !== null}
        aria-describedby={message === null ? undefined : `${id}-fault`}
        className="min-h-12 w-full rounded-xl border border-line-strong bg-surface px-4 text-base text-ink tabular-nums placeholder:text-muted aria-invalid:border-danger"
      />
      {/* The page shows the message under the form; this one is for screen readers. */}
      {message !== null && (
        <span id={`${id}-fault`} className="sr-only">
          {message}
        </span>
      )}
    </div>
  );
}

const useEntry = (entry: CardEntry) => useSyncExternalStore(entry.subscribe, entry.state, entry.state);
