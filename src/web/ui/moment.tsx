import { useEffect, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

const MINUTE_MS = 60_000;
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 60 * MINUTE_MS],
  ['month', 30 * 24 * 60 * MINUTE_MS],
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
];

/** Like `2 hours ago`, in the reader's language. */
export const formatAgo = (iso: string, now: number, locale?: string): string => {
  const passed = now - Date.parse(iso);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const [unit, length] of STEPS) if (Math.abs(passed) >= length) return format.format(-Math.trunc(passed / length), unit);
  return format.format(0, 'minute');
};

/** The same text in every time zone and language, so that the server and the browser's first rendering agree. */
const formatFixed = (iso: string): string => new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A moment as `2 hours ago`, with the exact one on hover. */
export const Moment = ({ iso, className }: { iso: string; className?: string }) => {
  const hydrated = useHydrated();
  const [now, setNow] = useState(0);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const live = hydrated && now > 0;
  return (
    <time dateTime={iso} title={live ? new Date(iso).toLocaleString() : undefined} className={className}>
      {live ? formatAgo(iso, now) : formatFixed(iso)}
    </time>
  );
};
