import { type FormEvent, useRef, useState } from 'react';
import type { PaidOrder } from '#contract/orders.ts';
import type { OrderReviews } from '#contract/reviews.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { forgetDraft, useDraftEntry } from '../../form-draft.ts';
import { fieldsOf } from '../../form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../../ui/count.ts';
import { TextAreaField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useFocusOnError } from '../../ui/use-focus-on-error.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useWriteReview } from './queries.ts';

/** As in the contract, whose schemas stay out of the browser. */
const MAX_TEXT = 1000;
const LABELS = ['Bad', 'Poor', 'Fair', 'Good', 'Great'];
const NO_STARS = 'Choose one to five stars.';

type Fault = { stars?: string; text?: string; whole?: string };

type ReviewFormProps = { order: PaidOrder; own: OrderReviews['own']; onDone: () => void; onCancel?: () => void };

/** Stars and a few words; what was typed survives a reload, and stays when it can't be sent. */
export function ReviewForm({ order, own, onDone, onCancel }: ReviewFormProps) {
  const draft = `review:${order._id}`;
  const [stars, setStars] = useDraftEntry(draft, 'stars', own?.stars ?? 0);
  const [text, setText] = useDraftEntry(draft, 'text', own?.text ?? '');
  const [fault, setFault] = useState<Fault | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, fault);
  const write = useWriteReview(order._id);

  const choose = (chosen: number): void => {
    setStars(chosen);
    setFault(null);
  };

  const leave = (then: () => void): void => {
    forgetDraft(draft);
    then();
  };

  const submit = useSingleFlight(async (event: FormEvent) => {
    event.preventDefault();
    if (stars === 0) return setFault({ stars: NO_STARS });
    setFault(null);
    await write.mutateAsync({ stars, text }).then(
      () => leave(onDone),
      (error: unknown) => setFault(toFault(error)),
    );
  });

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-3" aria-label="Your review">
      <StarChoice stars={stars} onChoose={choose} error={fault?.stars} />
      <TextAreaField
        label="What was it like? (optional)"
        hint={`${order.side === 'buyer' ? 'Everybody can read it, with your first name.' : 'Only the buyer can read it.'} ${formatCount(MAX_TEXT)} characters at most.`}
        rows={4}
        value={text}
        maxLength={MAX_TEXT}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        {...(fault?.text !== undefined && { error: fault.text })}
      />
      <p role="alert" className="min-h-6 text-danger empty:hidden">
        {fault?.whole}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={write.isPending}>
          {own ? 'Save changes' : 'Send review'}
        </Button>
        {onCancel && (
          <Button variant="secondary" onClick={() => leave(onCancel)}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

function toFault(error: unknown): Fault {
  const { stars, text } = fieldsOf(error);
  return stars === undefined && text === undefined ? { whole: sentenceOf(error) } : { ...(stars && { stars }), ...(text && { text }) };
}

type StarChoiceProps = { stars: number; onChoose: (stars: number) => void; error: string | undefined };

function StarChoice({ stars, onChoose, error }: StarChoiceProps) {
  return (
    <fieldset aria-describedby="stars-note" className="grid gap-1">
      <legend className="font-medium">Your rating</legend>
      <div className="-ml-2 flex items-center">
        {LABELS.map((label, index) => (
          <label
            key={label}
            className="relative grid size-12 cursor-pointer place-items-center rounded-xl has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="stars"
              value={index + 1}
              checked={stars === index + 1}
              aria-invalid={error ? true : undefined}
              onChange={() => onChoose(index + 1)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <Icon name="star" className={classNames('size-8 stroke-[1.5]', index < stars ? 'fill-accent text-accent' : 'text-line-strong')} />
            <span className="sr-only">
              {index + 1} of 5: {label}
            </span>
          </label>
        ))}
        <span className="ml-2 font-medium" aria-hidden="true">
          {LABELS[stars - 1]}
        </span>
      </div>
      <p id="stars-note" className="min-h-5 text-sm text-danger" aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}
