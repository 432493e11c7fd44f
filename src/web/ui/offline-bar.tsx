import { Icon } from './icon.tsx';
import { useOnline } from './use-online.ts';

/** Says that the connection is lost, for as long as it is; announced when it is lost. */
export function OfflineBar() {
  const online = useOnline();
  return (
    <div role="status" className="sticky top-0 z-50">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-center font-medium text-warning">
          <Icon name="wifi-off" className="size-5 shrink-0" />
          You’re offline. Your entries are saved until you’re back online.
        </p>
      )}
    </div>
  );
}
