import { classNames } from './class-names.ts';

/** Announces loading content. The server sends it only when a read failed there, which it says without JavaScript. */
export function PendingNote() {
  return (
    <>
      <span className="sr-only">Loading…</span>
      <noscript>
        <p>This didn’t load. Reload the page to try again.</p>
      </noscript>
    </>
  );
}

/** A gray shape in the place and size of loading content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-pulse rounded-xl bg-sunken', className)} />;
}

/** Placeholders for lines of text or table rows that are loading. */
export function RowsSkeleton({ count = 5 }: { count?: number }) {
  return (
    <div role="status" className="grid gap-3">
      <PendingNote />
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <Skeleton key={index} className="h-16" />
      ))}
    </div>
  );
}
