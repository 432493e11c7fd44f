import { DateTime } from './date-time.tsx';

/** When and where: the two things to find at a glance. */
export function MeetingFacts({ at, place }: { at: string; place: string }) {
  return (
    <p className="grid gap-0.5">
      <DateTime iso={at} className="font-display text-2xl font-semibold" />
      {place !== '' && (
        <span className="text-lg wrap-anywhere" dir="auto">
          {place}
        </span>
      )}
    </p>
  );
}
