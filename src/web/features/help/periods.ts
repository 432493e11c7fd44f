import { HOURS_TO, REVIEW_DAYS } from '#contract/shared/deadlines.ts';
import { useApp } from '../../use-app.tsx';

/** How long each step of an order may take, in words. */
export type Periods = ReturnType<typeof usePeriods>;

export function usePeriods() {
  const { inspectionHours } = useApp().config;
  return {
    meeting: inWords(HOURS_TO.meet),
    inspection: inWords(inspectionHours),
    confirmation: inWords(HOURS_TO.confirm),
    noShowAnswer: inWords(HOURS_TO.answerNoShow),
    problemAnswer: inWords(HOURS_TO.answerProblem),
    decision: inWords(HOURS_TO.decide),
    return: inWords(HOURS_TO.bringBack),
    review: inWords(24 * REVIEW_DAYS),
  };
}

/** Up to three days in hours, as people count them. */
function inWords(hours: number): string {
  if (hours === 1) return '1 hour';
  return hours > 72 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`;
}
