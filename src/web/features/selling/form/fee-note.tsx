import { useWatch } from 'react-hook-form';
import { type FeeTerms, feeOn } from '#contract/seller-fee.ts';
import { parsePriceCents, toDollars } from '#contract/shared/money.ts';
import { formatExact } from '../../../ui/money.ts';
import { useApp } from '../../../use-app.tsx';
import type { Form } from './form-parts.tsx';

/** What the seller gets of the price they typed; nothing in a shop without a fee. Its place is taken before there is a price. */
export function FeeNote({ form }: { form: Form }) {
  const { sellerFee } = useApp().config;
  const typed = useWatch({ control: form.control, name: 'resale_price' });
  if (!sellerFee) return null;
  const cents = parsePriceCents(typed ?? '');
  const fee = cents === null ? null : feeOn(cents, sellerFee);
  return (
    <p aria-live="polite" className="min-h-12 text-muted sm:min-h-6">
      {cents === null || fee === null ? sayFee(sellerFee) : `You get ${formatExact(toDollars(cents - fee))} after our fee of ${formatExact(toDollars(fee))}.`}
    </p>
  );
}

/** The shop's fee, where no price is typed; nothing in a shop without one. */
export function FeeOnEach() {
  const { sellerFee } = useApp().config;
  return sellerFee ? <p>{sayFee(sellerFee)}</p> : null;
}

function sayFee({ percent, fixed }: FeeTerms): string {
  const terms = [percent > 0 && `${percent}%`, fixed > 0 && formatExact(fixed)].filter(Boolean).join(' plus ');
  return `We keep ${terms} of the price when you’re paid.`;
}
