import { ShieldCheck } from 'lucide-react';

const ADVICE = [
  { title: 'Meet in a public place', text: 'Choose a café, a bank lobby or a phone repair shop in daylight. Bring someone along for an expensive phone.' },
  {
    title: 'Try before you buy',
    text: 'Test the screen, cameras, speakers and charging, and make a call with your own SIM. Dial *#06# and check that the IMEI matches the one in Settings and its last four digits match the listing.',
  },
  {
    title: 'Check it’s unlocked',
    text: 'Ask the seller to log out of their account and reset the phone in front of you. A phone locked to someone else’s account is useless to you.',
  },
  {
    title: 'Pay here, not in cash',
    text: 'Pay by card from your order. If someone else buys the phone first, we automatically refund your payment in full.',
  },
];

/** The part's address on the page. */
export const SAFETY_ADVICE = 'when-you-meet';

/** Advice for when buyer and seller meet. */
export function SafetyAdvice() {
  return (
    <section id={SAFETY_ADVICE} className="scroll-mt-24 rounded-2xl bg-sunken p-6 md:p-8">
      <h2 className="mb-6 flex items-center gap-3 text-2xl">
        <ShieldCheck className="size-7 shrink-0 text-good" aria-hidden="true" />
        When you meet
      </h2>
      <ul className="grid gap-x-10 gap-y-5 md:grid-cols-2">
        {ADVICE.map(({ title, text }) => (
          <li key={title} className="max-w-prose">
            <h3 className="font-semibold">{title}</h3>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
