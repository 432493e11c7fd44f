import { Link } from '../../router/index.ts';
import { Cases, Part, Points } from './article.tsx';
import { HELP_LINK, HelpLink, HelpPage } from './help-page.tsx';

const MEETING = [
  'Meet in a public place in daylight: a bank, a library, a mall, a café or a police station.',
  'Tell somebody where you’re going, and bring someone along for an expensive phone.',
  'Agree on the time and place on the order’s page, so that it counts if somebody doesn’t turn up.',
];

const CHECKING = [
  { title: 'It works', text: 'It turns on and charges. Try the screen, cameras and speakers, and make a call with your own SIM card.' },
  {
    title: 'It’s unlocked',
    text: 'Watch the seller log out of their account and reset the phone. A phone locked to someone else’s account is useless to you.',
  },
  {
    title: 'It’s the right one',
    text: 'Dial *#06#: the IMEI must match the one in Settings, and its last four digits those on your order’s page.',
  },
  { title: 'It’s as described', text: 'Compare its condition with the listing. Show your code only when you’re happy to keep it.' },
];

const SELLING = [
  'Back up your data, log out of your account, and erase the phone. Take out your SIM and memory cards.',
  'Keep the phone in your hand until you’ve scanned or typed the buyer’s code.',
  'Let the buyer confirm while you’re together. Your page shows when both of you have.',
];

const FRAUD = [
  'Pay only here. Nobody who works for us asks for cash, a transfer, a gift card or a payment link.',
  'We never ask for your password, your card’s number or a handover code, by phone, message or email.',
  'A buyer who “paid too much”, or wants you to ship to someone, is after your money. We don’t ship.',
  'A price far below the others has a reason. Each listing shows how its price compares.',
];

export function Safety() {
  return (
    <HelpPage slug="safety" lead="Most sales go well. A few habits make sure that yours does.">
      <Part title="When you meet">
        <Points points={MEETING} />
      </Part>
      <Part title="Before you take the phone">
        <Cases cases={CHECKING} />
      </Part>
      <Part title="Before you hand yours over">
        <Points points={SELLING} />
      </Part>
      <Part title="A phone’s history">
        <p>
          If we know a phone’s IMEI, its listing leads to its device passport: when it was listed, sold and handed over here, and which repairs its owners
          noted. We don’t check what owners say. With the code on a receipt you can check that nothing was changed since.
        </p>
      </Part>
      <Part title="How to recognize fraud">
        <Points points={FRAUD} />
        <p>
          Saw something odd? Select “Report this item” on the listing, or <HelpLink to="contact">contact us</HelpLink>. In danger, leave and call the police.
        </p>
      </Part>
      <Part title="Your phone was lost or stolen">
        <p>
          <Link to="/dashboard/lostPhone" className={HELP_LINK}>
            Report it
          </Link>{' '}
          with its IMEI, and nobody can sell it here.
        </p>
      </Part>
    </HelpPage>
  );
}
