import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';

const SECOND_MS = 1000;

const formatLeft = (ms: number): string => {
  const seconds = Math.ceil(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** How long the phone is still held, quietly; calls `onOver` once when the time is up. */
export const HoldCountdown = ({ until, onOver }: { until: string; onOver: () => void }) => {
  const [left, setLeft] = useState(() => Date.parse(until) - Date.now());
  const over = left <= 0;

  useEffect(() => {
    const timer = setInterval(() => setLeft(Date.parse(until) - Date.now()), SECOND_MS);
    setLeft(Date.parse(until) - Date.now());
    return () => clearInterval(timer);
  }, [until]);

  useEffect(() => {
    if (over) onOver();
  }, [over, onOver]);

  if (over) return null;
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <Clock className="size-4" aria-hidden="true" />
      <span>
        Held for you for <span role="timer">{formatLeft(left)}</span>
      </span>
    </p>
  );
};
