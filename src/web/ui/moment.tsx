import { useSyncExternalStore } from 'react';
import { days, hours, minutes } from '#contract/shared/durations.ts';

const MINUTE_MS = minutes(1);
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', days(365)],
  ['month', days(30)],
  ['day', days(1)],
  ['hour', hours(1)],
  ['minute', MINUTE_MS],
];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** One clock for all moments on a page; 0 until something subscribes. */
const clock = { now: 0, watchers: new Set<() => void>(), timer: undefined as ReturnType<typeof setInterval> | undefined };

/** A moment as `2 hours ago`, with the exact time on hover. */
export function Moment({ iso, className }: { iso: string; className?: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={now > 0 ? new Date(iso).toLocaleString() : undefined} className={className}>
      {now > 0 ? formatAgo(iso, now) : formatFixed(iso)}
    </time>
  );
}

/** The date of a moment, as `Nov 21, 2026`, with the exact time on hover. */
export function DayOf({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={now > 0 ? new Date(iso).toLocaleString() : undefined} className="whitespace-nowrap">
      {formatFixed(iso)}
    </time>
  );
}

/** Returns the current minute; 0 on the server and in the first client render, which must match. */
function useNow(): number {
  return useSyncExternalStore(
    watchClock,
    () => clock.now,
    () => 0,
  );
}

function watchClock(watcher: () => void): () => void {
  if (clock.watchers.size === 0) {
    // While the first page hydrates, it would take time from that.
    if (clock.now === 0) setTimeout(tick);
    else clock.now = Date.now();
    clock.timer = setInterval(tick, MINUTE_MS);
  }
  clock.watchers.add(watcher);
  return () => {
    clock.watchers.delete(watcher);
    if (clock.watchers.size === 0) clearInterval(clock.timer);
  };
}

function tick(): void {
  clock.now = Date.now();
  for (const watcher of clock.watchers) watcher();
}

/** Making one takes as long as rendering a card. */
const formats = new Map<string | undefined, Intl.RelativeTimeFormat>();

/** Formats a moment like `2 hours ago`, in the user's language. */
export function formatAgo(iso: string, now: number, locale?: string): string {
  const passed = now - Date.parse(iso);
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  formats.set(locale, format);
  for (const [unit, length] of STEPS) if (Math.abs(passed) >= length) return format.format(-Math.trunc(passed / length), unit);
  // "now"; of minutes it would be "this minute".
  return format.format(0, 'second');
}

/** Formats a date as `Nov 21, 2026`, the same in every time zone and language, so that the server and the first client render agree. */
function formatFixed(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-');
  return `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`;
}
