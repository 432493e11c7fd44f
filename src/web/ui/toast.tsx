import { CircleAlert, CircleCheck } from 'lucide-react';
import { toast, useToaster } from 'react-hot-toast/headless';

/** How long a toast stays, in milliseconds. */
const DURATIONS = { error: 4000, success: 2000 };

export const showSuccess = (text: string): void => {
  toast.success(text, { duration: DURATIONS.success });
};

export const showError = (text: string): void => {
  toast.error(text, { duration: DURATIONS.error });
};

/** Where toasts appear; once per page. Drawn here, because the library's own toasts need inline styles. */
export const ToastHost = () => {
  const { toasts, handlers } = useToaster();
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 top-4 z-50 grid justify-items-center gap-2"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts
        .filter((one) => one.visible)
        .map((one) => (
          <div
            key={one.id}
            className="pointer-events-auto flex max-w-md items-center gap-3 rounded-xl border border-line bg-surface px-4 py-3 text-ink shadow-overlay"
          >
            {one.type === 'error' ? (
              <CircleAlert className="size-5 shrink-0 text-danger" aria-hidden="true" />
            ) : (
              <CircleCheck className="size-5 shrink-0 text-good" aria-hidden="true" />
            )}
            <span>{typeof one.message === 'function' ? one.message(one) : one.message}</span>
          </div>
        ))}
    </div>
  );
};
