import { ShieldCheck } from 'lucide-react';

const ADVICE = [
  { title: 'Meet where people are', text: 'A café, a bank’s lobby or a phone repair shop by daylight; take somebody along for an expensive phone.' },
  {
    title: 'Try it before you take it',
    text: 'Screen, cameras, speakers, charging, and a call with your own SIM. Compare the number that *#06# shows with the one in the settings, and its last four digits with the listing’s.',
  },
  { title: 'See that it is free', text: 'The seller signs out of their account and resets the phone in front of you. A locked phone is nobody’s bargain.' },
  {
    title: 'Pay here, not in cash',
    text: 'Pay by card through your order. A payment that arrives after the phone went to somebody else is refunded in full by itself.',
  },
];

/** What to see to when buyer and seller meet. */
export const SafetyAdvice = () => (
  <section className="rounded-2xl bg-sunken p-6 md:p-8">
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
