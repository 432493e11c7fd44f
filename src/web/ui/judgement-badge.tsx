import type { Judgement } from '#contract/price-estimates.ts';
import { Badge, type BadgeTone } from './badge.tsx';

const WORDS: Record<Judgement, { words: string; tone: BadgeTone }> = {
  fair: { words: 'Fair price', tone: 'neutral' },
  good_price: { words: 'Good price', tone: 'good' },
  check_why_so_low: { words: 'Unusually low price', tone: 'warning' },
};

export const judgementInWords = (judgement: Judgement): string => WORDS[judgement].words;

/** What a price is beside what such phones are worth. */
export function JudgementBadge({ judgement, className }: { judgement: Judgement; className?: string }) {
  return (
    <Badge tone={WORDS[judgement].tone} className={className}>
      {WORDS[judgement].words}
    </Badge>
  );
}
