import { type ComponentType, useState } from 'react';
import { showError } from './toast.tsx';
import { useSingleFlight } from './use-single-flight.ts';

/** A dialog whose code loads with the first press. If that fails, it says so, and the next press tries again. */
export function useLateDialog<Props>(load: () => Promise<ComponentType<Props>>) {
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType<Props> } | null>(null);
  const [open, setOpen] = useState(false);
  const show = useSingleFlight(async () => {
    try {
      const Dialog = await load();
      setLoaded({ Dialog });
      setOpen(true);
    } catch {
      showError('Something didn’t load. Check your connection and try again.');
    }
  });
  return { Dialog: loaded?.Dialog ?? null, open, show, setOpen };
}
