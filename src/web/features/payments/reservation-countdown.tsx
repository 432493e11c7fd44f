import { useEffect, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { formatLeft } from './time-left.ts';

const SECOND_MS = 1000;

/** How long the phone stays reserved, without announcements, by the page's own clock (`performance.now()`); calls `onOver` once when the time is up. */
export function ReservationCountdown({ endsAt, onOver }: { endsAt: number; onOver: () => void }) {
  const [left, setLeft] = useState(() => endsAt - performance.now());
  const over = left <= 0;

  useEffect(() => {
    const timer = setInterval(() => setLeft(endsAt - performance.now()), SECOND_MS);
    setLeft(endsAt - performance.now());
    return () => clearInterval(timer);
  }, [endsAt]);

  useEffect(() => {
    if (over) onOver();
  }, [over, onOver]);

  if (over) return null;
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <Icon name="clock" className="size-4" />
      <span>
        Reserved for you for <span role="timer">{formatLeft(left)}</span>
      </span>
    </p>
  );
}
