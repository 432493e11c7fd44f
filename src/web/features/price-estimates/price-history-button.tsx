import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';

type History = typeof import('./price-history.tsx').PriceHistory;

type PriceHistoryButtonProps = { brand: string; model: string };

/** Loads the price history on demand, so that no page carries it up front. */
export function PriceHistoryButton({ brand, model }: PriceHistoryButtonProps) {
  const isHydrated = useHydrated();
  const [History, setHistory] = useState<History | null>(null);
  const [state, setState] = useState<'idle' | 'coming' | 'failed'>('idle');
  if (!isHydrated) return null;
  if (History) return <History brand={brand} model={model} />;
  const show = (): void => {
    setState('coming');
    import('./price-history.tsx').then(
      ({ PriceHistory }) => setHistory(() => PriceHistory),
      () => setState('failed'),
    );
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" size="small" onClick={show} busy={state === 'coming'}>
        <Icon name="chart-line" className="size-4" />
        Price history
      </Button>
      {state === 'failed' && (
        <p role="alert" className="text-sm text-danger">
          We couldn’t load the price history. Please try again.
        </p>
      )}
    </div>
  );
}
