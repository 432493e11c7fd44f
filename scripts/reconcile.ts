import { CURRENCY, toDollars } from '../src/contract/shared/money.ts';
import { compose } from '../src/server/composition.ts';
import { type Config, readConfig, readEnvironment } from '../src/server/config/config.ts';
import { type Reconciliation, reconcile } from '../src/server/features/payments/index.ts';
import { requireShop } from '../src/server/process/require-shop.ts';
import { explainFault } from '../src/server/process/start-faults.ts';

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
  const disputed = disputes === 0 ? '' : `, ${disputes} movements of disputes (${money(disputedCents)} lost)`;
  const discounted = discounts === 0 ? '' : `, ${discounts} discounts (${money(discountedCents)} paid by the shop)`;
  const takenBack = reversals === 0 ? '' : `, ${reversals} reversals`;
  const transferred = transfers === 0 ? '' : `, ${transfers} transfers${takenBack} (${money(transferredCents)} sent to sellers)`;
  process.stdout.write(
    `Ledger: ${charges} charges (${money(chargedCents)}), ${refunds} refunds (${money(refundedCents)})${disputed}${discounted}${transferred}.\n`,
  );
  if (differences.length === 0) return void process.stdout.write('The card provider’s records match.\n');
  process.stdout.write(`${differences.length === 1 ? 'One difference' : `${differences.length} differences`}:\n${differences.map(lineOf).join('\n')}\n`);
}

let config: Config | null = null;
try {
  config = readConfig(readEnvironment());
  requireShop(config);
  const { services, close } = await compose(config, { onFault: (message) => process.stderr.write(`${message}\n`) });
  const found = await reconcile(services).finally(close);
  writeReport(found);
  process.exitCode = found.differences.length > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${explainFault(error, config) ?? String(error)}\n`);
  process.exitCode = 1;
}
