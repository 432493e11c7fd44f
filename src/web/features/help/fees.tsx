import type { DiscountTerms } from '#contract/first-purchase.ts';
import type { FeeTerms } from '#contract/seller-fee.ts';
import { formatCount } from '../../ui/count.ts';
import { formatExact } from '../../ui/money.ts';
import { useApp } from '../../use-app.tsx';
import { Cases, Part } from './article.tsx';
import { HelpLink, HelpPage } from './help-page.tsx';
import { usePeriods } from './periods.ts';

const BUYER = [
  { title: 'Booking', text: 'Free. Book the phones you like, and pay for the one you want.' },
  { title: 'Paying', text: 'You pay the price on the listing. Nothing is added.' },
  { title: 'Refunds', text: 'You get back everything you paid. We don’t keep a part of it.' },
];

export function Fees() {
  const { firstPurchase, sellerFee } = useApp().config;
  return (
    <HelpPage
      slug="fees"
      lead={`Buyers pay the price on the listing. Listing a phone is free, and ${sellerFee ? 'a fee is due only when you sell it' : 'so is selling it'}.`}
    >
      <Part title="For buyers">
        <Cases cases={BUYER} />
      </Part>
      <ForSellers fee={sellerFee} />
      {firstPurchase && <FirstPurchase terms={firstPurchase} />}
      <p>
        When money goes back is on <HelpLink to="buyer-protection">Buyer protection</HelpLink>.
      </p>
    </HelpPage>
  );
}

function ForSellers({ fee }: { fee: FeeTerms | undefined }) {
  const { inspection } = usePeriods();
  return (
    <Part title="For sellers">
      <Cases
        cases={[
          { title: 'Listing', text: 'Free, with photos, until it’s sold or you take it down.' },
          { title: 'Advertising', text: 'Free. An advertised phone is shown among the offers on the home page.' },
          {
            title: 'Selling',
            text: fee
              ? `${formatFee(fee)}, taken off when we pay you. We show it before you list a phone and on each sale. If a part of the price is refunded, so is that part of the fee.`
              : 'Free. You get the full price of your phone.',
          },
          {
            title: 'When you’re paid',
            text: `When the order is complete: ${inspection} after the handover, or earlier if the buyer says that everything’s fine. A reported problem is settled first.`,
          },
        ]}
      />
    </Part>
  );
}

function formatFee({ percent, fixed }: FeeTerms): string {
  const parts = [percent > 0 && `${percent}% of the price`, fixed > 0 && formatExact(fixed)].filter((part) => part !== false);
  return parts.join(' plus ');
}

function FirstPurchase({ terms: { percent, cap } }: { terms: DiscountTerms }) {
  return (
    <Part title={`${percent}% off your first purchase`}>
      <p>
        Your first phone here costs {`${percent}%`} less, up to ${formatCount(cap)} off. We take it off when you book and show it as a line of its own. It’s
        once per person: a new account with the phone number or email address of an earlier one doesn’t count as new, and we may ask you to verify your email
        address first. We pay the difference, so the seller still gets the full price.
      </p>
    </Part>
  );
}
