import { CURRENCY, toDollars } from '../src/contract/shared/money.ts';
import { type Reconciliation, reconcile } from '../src/server/features/payments/index.ts';
import { runCommand, withServices } from '../src/server/process/command.ts';
import { counted, say } from '../src/server/process/say.ts';

function money(cents: number, currency = CURRENCY): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(toDollars(cents));
}

type Difference = Reconciliation['differences'][number];

function sideOf(booked: Difference['ledger']): string {
  return booked ? money(booked.amountCents, booked.currency) : 'nothing';
}

function lineOf({ kind, reference, orderId, ledger, provider }: Difference): string {
  if (kind === 'sale') return `  sale ${reference}: its entries add up to ${sideOf(ledger)} instead of ${sideOf(provider)}`;
  return `  ${kind} ${reference} (order ${orderId ?? 'unknown'}): the ledger has ${sideOf(ledger)}, ${nameOfOther(kind)} ${sideOf(provider)}`;
}

function nameOfOther(kind: Difference['kind']): string {
  if (kind === 'discount') return 'the sale';
  return kind === 'transfer' || kind === 'reversal' ? 'the payout service' : 'the card provider';
}

function writeReport({ counts, chargedCents, refundedCents, disputedCents, discountedCents, transferredCents, differences }: Reconciliation): void {
  const { charges, refunds, disputes, discounts, transfers, reversals } = counts;
  const disputed = disputes === 0 ? '' : `, ${counted(disputes, 'movement')} of disputes (${money(disputedCents)} lost)`;
  const discounted = discounts === 0 ? '' : `, ${counted(discounts, 'discount')} (${money(discountedCents)} paid by the shop)`;
  const takenBack = reversals === 0 ? '' : `, ${counted(reversals, 'reversal')}`;
  const transferred = transfers === 0 ? '' : `, ${counted(transfers, 'transfer')}${takenBack} (${money(transferredCents)} sent to sellers)`;
  say(
    `Ledger: ${counted(charges, 'charge')} (${money(chargedCents)}), ${counted(refunds, 'refund')} (${money(refundedCents)})${disputed}${discounted}${transferred}.`,
  );
  say(differences.length === 0 ? 'The card provider’s records match.' : `${counted(differences.length, 'difference')}:\n${differences.map(lineOf).join('\n')}`);
}

await runCommand(async (read) => {
  const found = await withServices(await read(), reconcile);
  writeReport(found);
  process.exitCode = found.differences.length > 0 ? 1 : 0;
});
