import { useHydrated } from './use-hydrated.ts';

const FORMAT: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' };

/** A moment to come, as `Tue, Dec 1, 2:30 PM` in the reader's language and time zone. */
export function DateTime({ iso, className }: { iso: string; className?: string }) {
  const isHydrated = useHydrated();
  return (
    <time dateTime={iso} className={className}>
      {isHydrated ? new Intl.DateTimeFormat(undefined, FORMAT).format(new Date(iso)) : iso.slice(0, 10)}
    </time>
  );
}
