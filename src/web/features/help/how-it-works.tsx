import { NumberedSteps, Part } from './article.tsx';
import { HelpLink, HelpPage } from './help-page.tsx';
import { type Periods, usePeriods } from './periods.ts';

export function HowItWorks() {
  const periods = usePeriods();
  return (
    <HelpPage
      slug="how-it-works"
      lead="People near you sell their own phones here. You pay by card, meet the seller and check the phone, and only then does the seller get the money."
    >
      <Part title="Buying a phone">
        <NumberedSteps steps={buying(periods)} />
        <p>
          What happens if something goes wrong on the way is on <HelpLink to="buyer-protection">Buyer protection</HelpLink>.
        </p>
      </Part>
      <Part title="Selling a phone">
        <NumberedSteps steps={selling(periods)} />
        <p>
          What it costs is on <HelpLink to="fees">Fees</HelpLink>.
        </p>
      </Part>
      <Part title="Reviews">
        <p>
          When an order is complete, both of you can give one to five stars and write a few words within {periods.review}. Neither of you sees the other’s
          review until both are written or that time is over. A review never changes a price, a refund or a payout.
        </p>
      </Part>
    </HelpPage>
  );
}

const buying = ({ inspection }: Periods) => [
  {
    title: 'Find a phone',
    text: 'Browse by brand or search. Every listing shows the phone’s condition, its full specification and how its price compares with similar phones.',
  },
  {
    title: 'Book it',
    text: 'Say how the seller can reach you and where you’d like to meet. Booking is free, and several people can book the same phone.',
  },
  {
    title: 'Pay by card',
    text: 'The first to pay gets the phone. We take the money at once and hold it. The seller doesn’t get it yet.',
  },
  {
    title: 'Agree on a time and place',
    text: 'Your order’s page shows the seller’s name and number. Propose a time and a public place there, or accept the seller’s.',
  },
  {
    title: 'Meet and check the phone',
    text: 'Go through the checklist with the phone in your hand. Then the seller scans the code on your screen, or types its six digits, and you confirm that you have the phone. It works without a connection too.',
  },
  {
    title: `Try it for ${inspection}`,
    text: `If something’s wrong, say so on your order’s page. Otherwise the order is complete, and we pay the seller.`,
  },
];

const selling = ({ inspection }: Periods) => [
  { title: 'List your phone', text: 'Photos, an honest description and a price. It takes a few minutes.' },
  {
    title: 'Wait for a buyer to pay',
    text: 'Once somebody has paid, we take the listing down and tell you. From then on you see each other’s names and numbers.',
  },
  { title: 'Agree on a time and place', text: 'Propose a time and a public place on the order’s page, or accept the buyer’s.' },
  {
    title: 'Hand it over',
    text: 'Let the buyer check the phone. Then scan the code on their screen, or type its six digits. The page tells you when both of you have confirmed.',
  },
  {
    title: 'Get paid',
    text: `Unless the buyer reports a problem, your money is on its way ${inspection} later.`,
  },
];
