import { classNames } from './class-names.ts';

/** Cards that are on their way. */
export function CardGridSkeleton({ count = 8, cardClass = 'h-96' }: { count?: number; cardClass?: string }) {
  return (
    <div role="status" className="card-grid">
      <PendingNote />
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <Skeleton key={index} className={cardClass} />
      ))}
    </div>
  );
}

/** Said of what is on its way. The server sends it only when a read failed there, which without JavaScript would be the end of it. */
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

/** A grey shape in the place and size of what is coming. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-pulse rounded-xl bg-sunken', className)} />;
}

/** Lines of text or rows of a table that are on their way. */
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
