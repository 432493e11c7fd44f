import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export type BadgeTone = 'neutral' | 'good' | 'warning' | 'danger' | 'accent';

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink',
  good: 'bg-good-soft text-good',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  accent: 'bg-accent-soft text-accent',
};

/** The badge of a phone with proof of possession. */
export function PossessionBadge({ className }: { className?: string }) {
  return (
    <Badge tone="good" className={classNames('self-start', className)}>
      <Icon name="hand" className="size-4" />
      Possession verified
    </Badge>
  );
}

/** The badge of a listing whose phone passed a test in its own browser. */
export function TestedBadge({ className }: { className?: string }) {
  return (
    <Badge tone="good" className={classNames('self-start', className)}>
      <Icon name="check" className="size-4" />
      Tested
    </Badge>
  );
}

export function Badge({ tone = 'neutral', className, children }: { tone?: BadgeTone; className?: string; children: ReactNode }) {
  return <span className={classNames('badge', TONES[tone], className)}>{children}</span>;
}

/** The badge of a seller whom the shop has verified. */
export function VerifiedBadge() {
  return (
    <span className="inline-flex text-accent" title="Verified seller">
      <Icon name="badge-check" className="size-5" />
      <span className="sr-only">Verified seller</span>
    </span>
  );
}
