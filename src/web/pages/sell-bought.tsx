import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaidOrder } from '#contract/orders.ts';
import { sentenceOf } from '../error-sentence.ts';
import { rolesOptions } from '../features/accounts/queries.ts';
import { useStartSelling } from '../features/accounts/start-selling.ts';
import { useBoughtDraft } from '../features/selling/drafts/use-bought-draft.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { showError } from '../ui/toast.tsx';
import { useApp } from '../use-app.tsx';

/** Lists a bought phone again, with everything filled in that stays true of it. Asks buyers once whether they want to sell. */
export function SellBought({ order, email }: { order: PaidOrder; email: string }) {
  const { api } = useApp();
  const { data: roles } = useQuery(rolesOptions(api, email));
  const begin = useBoughtDraft(order._id);
  const start = useStartSelling();
  const [busy, setBusy] = useState(false);
  if (!roles || roles.isAdmin) return null;

  const sell = async (): Promise<void> => {
    setBusy(true);
    try {
      if (!roles.isSeller) await start.mutateAsync();
      await begin();
    } catch (error) {
      showError(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (roles.isSeller)
    return (
      <Button variant="secondary" busy={busy} onClick={() => void sell()}>
        Sell this phone
      </Button>
    );
  return (
    <ConfirmButton button="Sell this phone" title="Start selling?" onConfirm={sell} confirm="Start selling" confirmVariant="primary">
      Your account becomes a seller’s, and stays one. What you bought is under My Purchases from then on, and you can still buy. We’ll fill in what we know of
      this phone: you add photos and a price.
    </ConfirmButton>
  );
}
