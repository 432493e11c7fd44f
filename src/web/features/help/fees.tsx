import type { DiscountTerms } from '#contract/first-purchase.ts';
import { useApp } from '../../use-app.tsx';
import { Cases, Part } from './article.tsx';
import { HELP_LINK, HelpLink, HelpPage } from './help-page.tsx';
import { PERIODS } from './periods.ts';

const BUYER = [
  { title: 'Booking', text: 'Free. You can book as many phones as you like and pay for the one you want.' },
  { title: 'Paying', text: 'You pay the price on the listing. Nothing is added.' },
  { title: 'Refunds', text: 'You get back everything you paid. We don’t keep a part of it.' },
];

const SELLER = [
  { title: 'Listing', text: 'Free, with photos, for as long as it takes.' },
  { title: 'Advertising', text: 'Free. An advertised phone is shown among the offers on the home page.' },
  { title: 'Selling', text: 'Free. You get the full price of your phone.' },
  { title: 'When you’re paid', text: `When the order is complete: ${PERIODS.inspection} after the handover, unless the buyer reports a problem.` },
];

export function Fees() {
  const { firstPurchase } = useApp().config;
  return (
    <HelpPage slug="fees" lead="Buyers pay the price on the listing. Selling is free.">
      <Part title="For buyers">
        <Cases cases={BUYER} />
      </Part>
      <Part title="For sellers">
        <Cases cases={SELLER} />
      </Part>
      {firstPurchase && <FirstPurchase terms={firstPurchase} />}
      <p>
        When money goes back is on{' '}
        <HelpLink to="buyer-protection" className={HELP_LINK}>
          Buyer protection
        </HelpLink>
        .
      </p>
    </HelpPage>
  );
}

function FirstPurchase({ terms: { percent, cap } }: { terms: DiscountTerms }) {
  return (
    <Part title={`${percent}% off your first purchase`}>
      <p>
        Your first phone here costs {`${percent}%`} less, up to ${cap.toLocaleString('en-US')} off. We take it off when you book and show it as a line of its
        own. It’s once per person: a new account with the phone number or email address of an earlier one doesn’t count as new, and we may ask you to verify
        your email address first. We pay the difference, so the seller still gets the full price.
      </p>
    </Part>
  );
}
