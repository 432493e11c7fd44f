import { CircleCheck, CircleDashed, Eye, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { Condition } from '#contract/operations.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const LOOKS: Record<Condition, { tone: BadgeTone; text: string; Icon: LucideIcon }> = {
  good: { tone: 'good', text: 'Good', Icon: CircleCheck },
  watch: { tone: 'warning', text: 'Needs watching', Icon: Eye },
  act: { tone: 'danger', text: 'Needs action', Icon: TriangleAlert },
  unused: { tone: 'neutral', text: 'Not used yet', Icon: CircleDashed },
};

/** A condition by word and symbol as well as color. */
export function ConditionBadge({ condition }: { condition: Condition }) {
  const { tone, text, Icon } = LOOKS[condition];
  return (
    <Badge tone={tone} className="whitespace-nowrap">
      <Icon className="size-4" aria-hidden="true" />
      {text}
    </Badge>
  );
}
