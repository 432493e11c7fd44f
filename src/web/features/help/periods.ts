import { HOURS_TO, REVIEW_DAYS } from '#contract/shared/deadlines.ts';
import { useApp } from '../../use-app.tsx';

/** How long each step of an order may take, in words. */
export type Periods = ReturnType<typeof usePeriods>;

export function usePeriods() {
  const { inspectionHours } = useApp().config;
  return {
    meeting: formatHours(HOURS_TO.meet),
    inspection: formatHours(inspectionHours),
    confirmation: formatHours(HOURS_TO.confirm),
    noShowAnswer: formatHours(HOURS_TO.answerNoShow),
    problemAnswer: formatHours(HOURS_TO.answerProblem),
    decision: formatHours(HOURS_TO.decide),
    return: formatHours(HOURS_TO.bringBack),
    review: formatHours(24 * REVIEW_DAYS),
  };
}

/** Up to three days in hours, as people count them. */
function formatHours(hours: number): string {
  if (hours === 1) return '1 hour';
  return hours > 72 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`;
}
