import { lazy, type ReactNode, Suspense } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** Only a picture: where it can't be loaded, its place stays empty. */
const EmptyPhone = import.meta.env.SSR
  ? (await import('./empty-phone.tsx')).EmptyPhone
  : lazy(async () => ({ default: (await import('./empty-phone.tsx').catch(() => null))?.EmptyPhone ?? EmptyPlace }));

const EmptyPlace = () => <div className="h-27.5" />;

/** Replaces an empty list: what that means, and what to do. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-2xl border border-dashed border-line-strong px-6 py-12 text-center">
      <Suspense fallback={<EmptyPlace />}>
        <EmptyPhone />
      </Suspense>
      <p className="font-display text-xl font-semibold">{title}</p>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action}
    </div>
  );
}

/** Replaces content that could not be read. */
export function FailedRead({ message, onRetry, busy = false }: { message: string; onRetry: () => void; busy?: boolean }) {
  return (
    <div role="alert" className="grid justify-items-center gap-4 rounded-2xl border border-line bg-surface px-6 py-10 text-center">
      <p className="max-w-prose">{message}</p>
      <Button variant="secondary" onClick={onRetry} busy={busy}>
        {!busy && <Icon name="rotate-cw" className="size-4" />}
        Retry
      </Button>
    </div>
  );
}
