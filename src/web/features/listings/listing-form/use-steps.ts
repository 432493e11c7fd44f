import { useEffect, useRef } from 'react';
import type { Path } from 'react-hook-form';
import { useSearchParams } from '../../../router/index.ts';
import type { ListingForm } from './form-fields.ts';
import { isStep, STEPS, type StepId, stepOf } from './steps.ts';

const sectionOf = (id: StepId): HTMLElement | null => document.getElementById(`step-${id}`);

/** Which step is shown, as the address says; `all` shows every field at once. */
export const useSteps = () => {
  const [query, setQuery] = useSearchParams();
  const named = query.get('step');
  const isAll = named === 'all';
  const current: StepId = isStep(named) ? named : 'photos';
  const at = STEPS.findIndex(({ id }) => id === current);
  const shown = useRef(current);

  // Whoever goes on finds the next question under their hands.
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    const section = sectionOf(current);
    // A question that was answered is not asked first.
    const target = section?.querySelector<HTMLElement>('[data-first]') ?? section?.querySelector<HTMLElement>('h2');
    target?.focus({ preventScroll: true });
    document.getElementById('listing-steps')?.scrollIntoView();
  }, [current]);

  const go = (id: StepId): Promise<void> => setQuery({ step: id }, { preventScrollReset: true });
  /** Shows the step of a field. */
  const leadTo = async (field: Path<ListingForm>): Promise<void> => {
    const step = stepOf(field);
    if (isAll || step === current) return;
    await go(step);
    // The step has taken the focus by then.
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { isAll, current, at, isLast: isAll || at === STEPS.length - 1, next: STEPS[at + 1], previous: STEPS[at - 1], go, leadTo };
};
export type Steps = ReturnType<typeof useSteps>;
