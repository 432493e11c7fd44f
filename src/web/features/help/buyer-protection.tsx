import { Cases, Part, Points } from './article.tsx';
import { HelpLink, HelpPage } from './help-page.tsx';
import { type Periods, usePeriods } from './periods.ts';

export function BuyerProtection() {
  const periods = usePeriods();
  const { inspection, noShowAnswer } = periods;
  return (
    <HelpPage
      slug="buyer-protection"
      lead={`We hold your money until you’ve met the seller, checked the phone and had ${inspection} to try it. It’s free, and it covers every phone you pay for here.`}
    >
      <Part title="Until you have the phone">
        <Cases cases={untilHandover(periods)} />
      </Part>
      <Part title={`${inspection} to try it`}>
        <Cases cases={afterHandover(periods)} />
        <p>
          Every step has a deadline, shown on your order’s page. When it passes without an answer, the order moves on by itself, so nobody’s money is stuck. We
          tell both of you about each step and what comes next.
        </p>
      </Part>
      <Part title="What isn’t covered">
        <Points points={notCovered(periods)} />
      </Part>
      <Part title="If you don’t turn up">
        <p>
          Sellers can report it too. You have {noShowAnswer} to answer. Without an answer the sale is canceled, and you get your money back, but the missed
          meeting counts against you: whoever sells you a phone sees to how many meetings you came. Sellers’ pages show the same of them.
        </p>
      </Part>
      <p>
        Before you meet, read <HelpLink to="safety">how to stay safe</HelpLink>.
      </p>
    </HelpPage>
  );
}

const untilHandover = ({ meeting, confirmation, noShowAnswer }: Periods) => [
  { title: 'Somebody paid before you', text: 'Your payment goes back in full, by itself.' },
  {
    title: 'You change your mind',
    text: 'Cancel on your order’s page any time before the handover. You get a full refund at once. Only if the seller has sent us your code from a meeting, we ask you both and decide.',
  },
  { title: 'The seller cancels', text: 'You get a full refund at once.' },
  {
    title: 'The seller doesn’t turn up',
    text: `Report it on your order’s page after the time you agreed on. The seller has ${noShowAnswer} to answer. If they don’t, you get a full refund.`,
  },
  {
    title: 'You never meet',
    text: `If you’ve agreed on no meeting and the phone isn’t handed over within ${meeting} of the payment, you get a full refund. The ${meeting} start again when one of you calls a meeting off or answers about a missed one.`,
  },
  {
    title: 'The phone isn’t as described',
    text: 'Don’t take it, and don’t show your code. Cancel the order or report the problem on its page.',
  },
  {
    title: 'Only one of you confirms',
    text: `Both of you confirm the handover. If only one does and the other doesn’t object within ${confirmation}, it counts as handed over. So report it if you don’t have the phone.`,
  },
];

const afterHandover = (periods: Periods) => [
  {
    title: 'Something’s wrong',
    text: `Report it on your order’s page within ${periods.inspection} of the handover, with a reason and photos. The seller isn’t paid while it’s open.`,
  },
  {
    title: 'The seller answers',
    text: `They have ${periods.problemAnswer} to take the phone back, offer you part of your money, or refuse. If they say nothing, you can return the phone for a full refund.`,
  },
  {
    title: 'An offer',
    text: `You have ${periods.problemAnswer} to accept or decline a partial refund. Without an answer, it counts as accepted: you keep the phone and get that part back.`,
  },
  {
    title: 'You don’t agree',
    text: `We decide within ${periods.decision}, from what both of you wrote to us and to each other, your photos, the listing as it was when you booked, and the record of the handover. If we’re late, you get a full refund: for the phone, or at once if you’ve tried to return it before.`,
  },
  {
    title: 'You give the phone back',
    text: `You meet again within ${periods.return} and confirm the return with codes, as at the handover. Then you get a full refund. If you don’t bring it back in time, the seller is paid.`,
  },
];

const notCovered = ({ inspection }: Periods): string[] => [
  'Phones paid for in cash or anywhere else than on this site.',
  `Problems reported more than ${inspection} after the handover, or after you said that everything’s fine.`,
  'Damage that happened after the handover, and faults that the listing names.',
  'Changing your mind after the handover.',
];
