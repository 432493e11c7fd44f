import { formatCount } from '../../ui/count.ts';
import { useApp } from '../../use-app.tsx';

/** The claim that a first purchase costs less, with its conditions; nothing while the shop has turned it off. */
export function FirstPurchaseClaim() {
  const { firstPurchase } = useApp().config;
  if (!firstPurchase) return null;
  const { percent, cap } = firstPurchase;
  return (
    <>
      <p className="text-lg">Get {`${percent}%`} off your first purchase</p>
      <p className="text-sm text-muted">Up to ${formatCount(cap)} off, once per person. We take it off when you book.</p>
    </>
  );
}
