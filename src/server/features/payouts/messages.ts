import { helpPath } from '#contract/help.ts';
import type { PayoutWait } from '#contract/payouts.ts';
import { OWN_SALES } from '../../messages/links.ts';
import { message, price } from '../../messages/message.ts';
import type { Words } from '../notifications/index.ts';
import { SELLERS_WAITS } from './rules.ts';

type Sale = { product_name: string };

const WAITS: Record<PayoutWait, string> = {
  no_account: 'Set up payouts in My Sales, so that we know where to send your money.',
  account_incomplete: 'Finish your payout details in My Sales, so that we can send your money.',
  account_restricted: 'The payout service needs something more from you. Open My Sales to see to it.',
  account_gone: 'Your payout account no longer exists. Set up payouts again in My Sales.',
  dispute: 'The buyer’s bank is reviewing this payment. We’ll pay you if it decides in your favor.',
  provider: 'The payout service couldn’t send it yet. We’ll keep trying; there’s nothing you need to do.',
};

/** To somebody who can no longer log in to set up payouts. */
const WRITE_TO_US = 'Your account is closed, so write to us how you’d like to get your money.';

/** To the seller: their money is theirs, but something keeps it. `isGone`: they no longer have an account. */
export function payoutWaits(sale: Sale, { netCents, wait, isGone }: { netCents: number; wait: PayoutWait; isGone: boolean }): Words {
  const mustWrite = isGone && SELLERS_WAITS.includes(wait);
  return {
    kind: 'payout_waiting',
    subject: message`Your ${price(netCents)} for ${sale.product_name} is waiting`,
    text: message`We have ${price(netCents)} for your ${sale.product_name}. ${mustWrite ? WRITE_TO_US : WAITS[wait]} Nothing is lost in the meantime.`,
    ...(mustWrite ? { path: helpPath('contact'), label: 'Contact us' } : OWN_SALES),
  };
}

/** To the seller: they were paid. `offsetCents` paid what they owed, which may be all of it. */
export function payoutSent(sale: Sale, { netCents, feeCents, offsetCents }: { netCents: number; feeCents: number; offsetCents: number }): Words {
  const fee = feeCents === 0 ? '' : message` Our fee of ${price(feeCents)} is already taken off.`;
  const offset = offsetCents === 0 ? '' : message` ${price(offsetCents)} went toward what you owed us.`;
  const isPaid = netCents > 0;
  return {
    kind: 'payout_sent',
    subject: isPaid
      ? message`You were paid ${price(netCents)} for ${sale.product_name}`
      : message`Your ${price(offsetCents)} for ${sale.product_name} went toward what you owed us`,
    text: isPaid
      ? message`We’ve paid you ${price(netCents)} for your ${sale.product_name}.${fee}${offset} It can take a few days until your bank shows it.`
      : message`The ${price(offsetCents)} for your ${sale.product_name} went toward what you owed us, so nothing of it is paid out.${fee}`,
    path: '/dashboard/statements',
    label: 'View your statement',
  };
}

/** To the seller: the sale was undone after they were paid. */
export function payoutReversed(sale: Sale, { takenCents, owedCents }: { takenCents: number; owedCents: number }): Words {
  const taken = takenCents === 0 ? '' : message` We took ${price(takenCents)} back from your payout account.`;
  const owed = owedCents === 0 ? '' : message` You owe us ${price(owedCents)}, which we’ll take off your next payouts.`;
  return {
    kind: 'payout_reversed',
    subject: message`Your payout for ${sale.product_name} was reversed`,
    text: message`Money for ${sale.product_name} went back to the buyer after we had paid you.${taken}${owed}`,
    path: '/dashboard/statements',
    label: 'View your statement',
  };
}
