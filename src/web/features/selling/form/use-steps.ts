import { useEffect, useReducer, useRef } from 'react';
import type { Path } from 'react-hook-form';
import { useSearchParams } from '../../../router/index.ts';
import type { ListingForm } from './form-fields.ts';
import { isStep, STEPS, type StepId, stepOf } from './steps.ts';

/** The step somebody is led to, and what gets the focus there. */
type Led = { to: StepId; focus: () => void };
export type Steps = ReturnType<typeof useSteps>;

/** Which step is shown, as the address says; `all` shows every field at once. */
export function useSteps() {
  const [query, setQuery] = useSearchParams();
  const named = query.get('step');
  const isAll = named === 'all';
  const current: StepId = isStep(named) ? named : 'photos';
  const at = STEPS.findIndex(({ id }) => id === current);
  const shown = useRef(current);
  const led = useRef<Led | null>(null);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);

  // Whoever goes on finds the next question under their hands.
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    document.getElementById('listing-steps')?.scrollIntoView();
    if (led.current?.to === current) return;
    led.current = null;
    const section = sectionOf(current);
    // A question that was answered is not asked first.
    const target = section?.querySelector<HTMLElement>('[data-first]') ?? section?.querySelector<HTMLElement>('h2');
    target?.focus({ preventScroll: true });
  }, [current]);
  // With every drawing: by then the step is seen, and so is what was folded in it.
  useEffect(() => {
    if (!led.current || (!isAll && led.current.to !== current)) return;
    const { focus } = led.current;
    led.current = null;
    focus();
  });

  const go = (id: StepId): Promise<void> => setQuery({ step: id }, { preventScrollReset: true });
  /** Shows the step of a field, where `focus` then says what gets the focus. */
  const leadTo = (field: Path<ListingForm>, focus: () => void): void => {
    const to = stepOf(field);
    led.current = { to, focus };
    if (isAll || to === current) drawAgain();
    else void go(to);
  };
  return { isAll, current, at, isLast: isAll || at === STEPS.length - 1, next: STEPS[at + 1], previous: STEPS[at - 1], go, leadTo };
}

const sectionOf = (id: StepId): HTMLElement | null => document.getElementById(`step-${id}`);
