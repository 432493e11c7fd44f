import { type PointerEvent, useSyncExternalStore } from 'react';
import { days, hours, minutes } from '#contract/shared/durations.ts';

const MINUTE_MS = minutes(1);
const STEPS: [unit: string, length: number][] = [
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
    <time dateTime={iso} onPointerEnter={showExactTime} className={className}>
      {now > 0 ? formatAgo(iso, now) : formatFixed(iso)}
    </time>
  );
}

/** The date of a moment, as `Nov 21, 2026`, with the exact time on hover. */
export function DayOf({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} onPointerEnter={showExactTime} className="whitespace-nowrap">
      {formatFixed(iso)}
    </time>
  );
}

/** Formatting it takes a slow phone as long as the rest of a page, and few people hover. */
function showExactTime({ currentTarget }: PointerEvent<HTMLTimeElement>): void {
  currentTarget.title = new Date(currentTarget.dateTime).toLocaleString();
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

/** Formats a moment like `2 hours ago`. The browser's own format would take a slow phone as long as half of a page. */
export function formatAgo(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  const [unit, length] = STEPS.find(([, one]) => Math.abs(passed) >= one) ?? [null, 1];
  if (unit === null) return 'now';
  const count = Math.floor(Math.abs(passed) / length);
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return passed > 0 ? `${words} ago` : `in ${words}`;
}

/** Formats a date as `Nov 21, 2026`, the same in every time zone and language, so that the server and the first client render agree. */
export function formatFixed(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-');
  return `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`;
}
