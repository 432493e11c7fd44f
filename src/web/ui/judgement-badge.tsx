import type { Judgement } from '#contract/price-estimates.ts';
import { Badge, type BadgeTone } from './badge.tsx';

const LABELS: Record<Judgement, { text: string; tone: BadgeTone }> = {
  fair: { text: 'Fair price', tone: 'neutral' },
  good_price: { text: 'Good price', tone: 'good' },
  check_why_so_low: { text: 'Unusually low price', tone: 'warning' },
};

export const describeJudgement = (judgement: Judgement): string => LABELS[judgement].text;

/** How a price compares with the price estimate. */
export function JudgementBadge({ judgement, className }: { judgement: Judgement; className?: string }) {
  return (
    <Badge tone={LABELS[judgement].tone} className={className}>
      {LABELS[judgement].text}
    </Badge>
  );
}
