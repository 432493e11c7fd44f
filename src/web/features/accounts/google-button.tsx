import { useState } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import { useShop } from '../../shop.tsx';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { googleReturnPath } from './login-origin.ts';

const GoogleMark = () => (
  <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round">
    <path d="M19 6.5A9 9 0 1 0 21 12h-8" />
  </svg>
);

type GoogleButtonProps = { page: '/login' | '/signup'; origin: string | null; children: string };

/** Leaves for Google's sign-in; absent in a shop that has none. */
export const GoogleButton = ({ page, origin, children }: GoogleButtonProps) => {
  const { identity, config } = useShop();
  const [busy, setBusy] = useState(false);
  const leave = useSingleFlight(async () => {
    setBusy(true);
    try {
      await identity.signInWithGoogle(googleReturnPath(page, origin));
    } catch (error) {
      setBusy(false);
      showError(sentenceOf(error));
    }
  });

  if (config.identity.google === 'none') return null;
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">or</p>
      <Button variant="secondary" busy={busy} onClick={() => void leave()}>
        {!busy && <GoogleMark />}
        {children}
      </Button>
      {config.identity.google === 'practice' && (
        <p className="text-center text-sm text-muted">This demo shop uses a practice account chooser in Google’s place.</p>
      )}
    </div>
  );
};
