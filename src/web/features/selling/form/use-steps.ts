import { useEffect, useReducer, useRef } from 'react';
import type { Path } from 'react-hook-form';
import { useSearchParams } from '../../../router/index.ts';
import type { ListingForm } from './form-fields.ts';
import { isStep, STEPS, type StepId, stepOf } from './steps.ts';

/** The step to show, and what gets the focus there. */
type Led = { to: StepId; focus: () => void };
export type Steps = ReturnType<typeof useSteps>;

/** Returns which step is shown, from the address; `all` shows every field at once, and so does no step with `isAllAtFirst`. */
export function useSteps({ isAllAtFirst }: { isAllAtFirst: boolean }) {
  const [query, setQuery] = useSearchParams();
  const named = query.get('step');
  const isAll = named === 'all' || (named === null && isAllAtFirst);
  const current: StepId = isStep(named) ? named : 'photos';
  const at = STEPS.findIndex(({ id }) => id === current);
  const shown = useRef(current);
  const led = useRef<Led | null>(null);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);

  // Moves to the next question, so that the user can continue right away.
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    document.getElementById('listing-steps')?.scrollIntoView();
    if (led.current?.to === current) return;
    led.current = null;
    const section = sectionOf(current);
    // Prefers the step's first open question.
    const target = section?.querySelector<HTMLElement>('[data-first]') ?? section?.querySelector<HTMLElement>('h2');
    target?.focus({ preventScroll: true });
  }, [current]);
  // After every render: by then the step is visible, including its collapsible part.
  useEffect(() => {
    if (!led.current || (!isAll && led.current.to !== current)) return;
    const { focus } = led.current;
    led.current = null;
    focus();
  });

  const go = (id: StepId): Promise<void> => setQuery({ step: id }, { preventScrollReset: true });
  /** Shows the step of a field; then `focus` sets the focus. */
  const leadTo = (field: Path<ListingForm>, focus: () => void): void => {
    const to = stepOf(field);
    led.current = { to, focus };
    if (isAll || to === current) drawAgain();
    else void go(to);
  };
  return { isAll, current, at, isLast: isAll || at === STEPS.length - 1, next: STEPS[at + 1], previous: STEPS[at - 1], go, leadTo };
}

const sectionOf = (id: StepId): HTMLElement | null => document.getElementById(`step-${id}`);
