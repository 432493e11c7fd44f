import type { Condition } from '#contract/operations.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';

const LOOKS: Record<Condition, { tone: BadgeTone; text: string; icon: IconName }> = {
  good: { tone: 'good', text: 'Good', icon: 'circle-check' },
  watch: { tone: 'warning', text: 'Needs watching', icon: 'eye' },
  act: { tone: 'danger', text: 'Needs action', icon: 'triangle-exclamation-point' },
  unused: { tone: 'neutral', text: 'Not used yet', icon: 'circle-dashed' },
};

/** A condition by word and symbol as well as color. */
export function ConditionBadge({ condition }: { condition: Condition }) {
  const { tone, text, icon } = LOOKS[condition];
  return (
    <Badge tone={tone} className="whitespace-nowrap">
      <Icon name={icon} className="size-4" />
      {text}
    </Badge>
  );
}
