import { useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { ProofWay } from '#contract/accounts/proof.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { AppContext, type AppValue, useApp } from '../../use-app.tsx';
import { LogInAgain } from './log-in-again.tsx';
import { ProveByMail } from './prove-by-mail.tsx';
import { ProveByPasskey } from './prove-by-passkey.tsx';
import { ProveByText } from './prove-by-text.tsx';

let asked: Promise<boolean> | null = null;

/** Asks the user to confirm their identity, above whatever page is open; once for all calls that need it. Resolves to true when they did. */
export function confirmIdentity(shop: AppValue): Promise<boolean> {
  asked ??= ask(shop).finally(() => {
    asked = null;
  });
  return asked;
}

function ask(shop: AppValue): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise<boolean>((resolve) => {
    root.render(
      <AppContext value={shop}>
        <ConfirmDialog onEnd={resolve} />
      </AppContext>,
    );
  }).finally(() => {
    root.unmount();
    place.remove();
  });
}

function ConfirmDialog({ onEnd }: { onEnd: (isProven: boolean) => void }) {
  const { api } = useApp();
  const [ways, setWays] = useState<ProofWay[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const read = useCallback((): void => {
    setFault(null);
    api.call('GET /proof', {}).then(
      (found) => setWays(found.ways),
      (error: unknown) => setFault(sentenceOf(error)),
    );
  }, [api]);
  useEffect(read, [read]);
  const part = { onProven: () => onEnd(true), onBusy: setBusy };

  return (
    <Dialog open onOpenChange={() => onEnd(false)} title="Confirm it’s you" busy={busy}>
      <div className="grid gap-4">
        <p className="text-muted">You logged in a while ago. For this step, confirm it’s you.</p>
        {fault !== null && <FailedRead message={fault} onRetry={read} busy={false} />}
        {ways === null && fault === null && <RowsSkeleton count={1} />}
        {ways?.includes('passkey') && <ProveByPasskey {...part} />}
        {ways?.includes('password') && <ProveByText way="password" {...part} />}
        {ways?.includes('code') && <ProveByText way="app" {...part} />}
        {ways?.includes('recovery') && <ProveByText way="recovery" {...part} />}
        {ways?.includes('mail') && <ProveByMail {...part} />}
        {ways?.includes('log-in') && <LogInAgain {...part} />}
        <Button variant="quiet" onClick={() => onEnd(false)} disabled={busy}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
