import { toast, useToaster } from 'react-hot-toast/headless';
import { LOG_IN_FIRST } from '#contract/shared/log-in-first.ts';
import { Icon } from './icon.tsx';
import { TOAST_LOOK } from './toast-look.ts';

/** How long a toast stays, in milliseconds. */
const DURATIONS = { error: 4000, success: 2000 };

export type ToastKind = keyof typeof DURATIONS;

/** The latest toast of each text. */
const latest = new Map<string, string>();

/** Until when the latest error is shown, in epoch ms. */
let errorUntil = 0;

/** Shows a message. The same message, still shown, gives way to it: pressing a button twice doesn't fill the screen. */
export function pushToast(kind: ToastKind, text: string): void {
  // Somebody who was just told that they were logged out doesn't need to read it twice.
  if (text === LOG_IN_FIRST && Date.now() < errorUntil) return;
  if (kind === 'error') errorUntil = Date.now() + DURATIONS.error;
  const before = latest.get(text);
  // Without an id, all of them would be removed.
  if (before !== undefined) toast.remove(before);
  latest.set(text, toast[kind](text, { duration: DURATIONS[kind] }));
}

/** The current toasts. Rendered here, because the library's own components need inline styles. */
export function ToastList() {
  const { toasts, handlers } = useToaster();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the toasts.
    <div className="grid justify-items-center gap-2" onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {toasts
        .filter((one) => one.visible)
        .map((one) => (
          <div key={one.id} className={TOAST_LOOK}>
            {one.type === 'error' ? (
              <Icon name="circle-exclamation-point" className="size-5 shrink-0 text-danger" />
            ) : (
              <Icon name="circle-check" className="size-5 shrink-0 text-good" />
            )}
            <span>{typeof one.message === 'function' ? one.message(one) : one.message}</span>
          </div>
        ))}
    </div>
  );
}
