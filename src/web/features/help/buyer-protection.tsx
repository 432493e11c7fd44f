import { Cases, Part, Points } from './article.tsx';
import { HELP_LINK, HelpLink, HelpPage } from './help-page.tsx';
import { PERIODS } from './periods.ts';

const BEFORE = [
  {
    title: 'Somebody paid before you',
    text: 'Your payment goes back in full, by itself.',
  },
  {
    title: 'You change your mind',
    text: 'Cancel on your order’s page any time before the handover. You get a full refund at once.',
  },
  {
    title: 'The seller cancels',
    text: 'You get a full refund at once.',
  },
  {
    title: 'The seller doesn’t turn up',
    text: `Report it on your order’s page after the time you agreed on. The seller has ${PERIODS.noShowAnswer} to answer. If they don’t, you get a full refund.`,
  },
  {
    title: 'The phone isn’t as described',
    text: 'Don’t take it, and don’t show your code. Cancel the order or report the problem on its page.',
  },
];

const AFTER = [
  {
    title: 'Something’s wrong',
    text: `Report it on your order’s page within ${PERIODS.inspection} of the handover, with a reason and photos. The seller isn’t paid while it’s open.`,
  },
  {
    title: 'The seller answers',
    text: `They have ${PERIODS.sellerAnswer} to take the phone back, offer you part of your money, or refuse. An offer is yours to accept or turn down within ${PERIODS.offerAnswer}.`,
  },
  {
    title: 'You don’t agree',
    text: `We decide within ${PERIODS.decision}, from what both of you wrote, your photos, the listing as it was when you booked, and the record of the handover.`,
  },
  {
    title: 'You give the phone back',
    text: `You meet again within ${PERIODS.return} and confirm the return with codes, as at the handover. Then you get your money back.`,
  },
];

const NOT_COVERED = [
  'Phones paid for in cash or anywhere else than on this site.',
  `Problems reported more than ${PERIODS.inspection} after the handover.`,
  'Damage that happened after the handover, and faults that the listing names.',
  'Changing your mind after the handover.',
];

export function BuyerProtection() {
  return (
    <HelpPage
      slug="buyer-protection"
      lead={`We hold your money until you’ve met the seller, checked the phone and had ${PERIODS.inspection} to try it. It’s free, and it covers every phone you pay for here.`}
    >
      <Part title="Until you have the phone">
        <Cases cases={BEFORE} />
      </Part>
      <Part title={`${PERIODS.inspection} to try it`}>
        <Cases cases={AFTER} />
        <p>
          Every step has a deadline, shown on your order’s page. When it passes without an answer, the order moves on by itself, so nobody’s money is stuck. We
          tell both of you about each step and what comes next.
        </p>
      </Part>
      <Part title="What isn’t covered">
        <Points points={NOT_COVERED} />
      </Part>
      <Part title="If you don’t turn up">
        <p>
          Sellers can report it too. You have {PERIODS.noShowAnswer} to answer, and then we look at it. How many appointments people keep is shown on sellers’
          pages.
        </p>
      </Part>
      <p>
        Before you meet, read{' '}
        <HelpLink to="safety" className={HELP_LINK}>
          how to stay safe
        </HelpLink>
        .
      </p>
    </HelpPage>
  );
}
