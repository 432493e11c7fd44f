import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PayoutAccount } from '#contract/payouts.ts';
import { useSearchParams } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { formatExact } from '../../ui/money.ts';
import { useApp } from '../../use-app.tsx';
import { payoutAccountOptions, useCheckPayouts, useSetUpPayouts } from './queries.ts';

type Ask = { title: string; text: string; button: string };

const ASKS: Partial<Record<PayoutAccount['state'], Ask>> = {
  none: {
    title: 'Set up payouts',
    text: 'Tell the payout service who you are and where to send your money. It takes about five minutes, and we never see your bank details.',
    button: 'Set up payouts',
  },
  incomplete: {
    title: 'Finish your payout details',
    text: 'You’ve started, but some details are missing. We can pay you once they’re complete.',
    button: 'Finish setup',
  },
  restricted: {
    title: 'The payout service needs something from you',
    text: 'It may be a document or a corrected detail. We can pay you once it’s settled.',
    button: 'See what’s needed',
  },
  gone: {
    title: 'Your payout account is gone',
    text: 'It was closed or disconnected. Set up payouts again; your money is waiting here.',
    button: 'Set up payouts again',
  },
};

/** Whether the seller can be paid, as the shop knows it. */
export function usePayoutAccount() {
  const { api } = useApp();
  return useQuery(payoutAccountOptions(api));
}

/** Asks sellers for what keeps them from being paid, and says what they owe; nothing when there is nothing to do. */
export function PayoutSetup({ account }: { account: PayoutAccount }) {
  const isChecking = useCheckOnReturn();
  const ask = ASKS[account.state];
  if (!ask && account.owed === 0) return null;
  return (
    <div className="grid gap-3">
      {ask && <Panel ask={ask} account={account} isChecking={isChecking} />}
      {account.owed > 0 && (
        <p role="note" className="rounded-2xl bg-warning-soft p-4 text-warning">
          You owe us {formatExact(account.owed)}, because money for a sale went back to the buyer after we had paid you. We’ll take it off your next payouts.
        </p>
      )}
    </div>
  );
}

/** Back from the payout service's pages, its word is newer than the shop's. */
function useCheckOnReturn(): boolean {
  const [params, setParams] = useSearchParams();
  const { mutate, isPending } = useCheckPayouts();
  const isBack = params.get('payouts') !== null;
  // The setter is another one with every rendering: each return is asked about once.
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current === isBack) return;
    asked.current = isBack;
    if (!isBack) return;
    mutate();
    void setParams({}, { replace: true });
  }, [isBack, mutate, setParams]);
  return isPending;
}

function Panel({ ask: { title, text, button }, account, isChecking }: { ask: Ask; account: PayoutAccount; isChecking: boolean }) {
  const setUp = useSetUpPayouts();
  return (
    <section
      aria-label={title}
      className="grid gap-3 rounded-2xl border border-line bg-surface p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-6 sm:p-5"
    >
      <div className="grid max-w-prose gap-1">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-muted">
          {account.waiting > 0 && <span className="font-semibold text-ink">{formatExact(account.waiting)} is waiting for you. </span>}
          {text}
        </p>
      </div>
      <Button busy={setUp.isPending || isChecking} onClick={() => setUp.mutate()} className="w-full sm:w-auto">
        {button}
      </Button>
    </section>
  );
}
