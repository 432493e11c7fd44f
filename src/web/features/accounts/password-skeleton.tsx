import { PendingNote, Skeleton } from '../../ui/skeleton.tsx';

/** In the place and size of the form that changes a password, which nearly everybody gets. */
export function PasswordSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <PendingNote />
      <Skeleton className="h-12 max-w-prose sm:h-6" />
      <Skeleton className="h-106 max-w-md" />
    </div>
  );
}
