import { escapeHtml } from '#contract/shared/escape.ts';
import { plainPage } from '../../../http/plain-page.ts';
import type { Intent } from './intent.ts';

const MARK = 'Practice bank – no real money';

/** Asks whether the payment should go ahead. Contains no script, and only works with the intent's secret. */
export function challengePage(intent: Intent, status: number): Response {
  return plainPage(
    'Confirm your payment – practice bank',
    `<h1>Confirm your payment</h1>
<p>Your bank would now ask you to confirm this payment. This page stands in for it.</p>
<dl>
<div><dt>Amount</dt><dd>${escapeHtml(toMoney(intent.amount, intent.currency))}</dd></div>
<div><dt>Card</dt><dd>ending in ${escapeHtml(intent.details.card?.last4 ?? '')}</dd></div>
</dl>
<form method="post" action="/practice-cards/challenge/${escapeHtml(intent.id)}">
<input type="hidden" name="client_secret" value="${escapeHtml(intent.clientSecret)}">
<input type="hidden" name="version" value="${intent.version}">
<button class="primary" name="outcome" value="complete">Complete</button>
<button name="outcome" value="fail">Fail</button>
</form>
<p class="note">“Complete” confirms the payment, “Fail” declines it. Either way, you’ll return to the shop.</p>`,
    { status, mark: MARK },
  );
}

function toMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

export function noChallengePage(status: number): Response {
  return plainPage(
    'Nothing to confirm – practice bank',
    `<h1>Nothing to confirm here</h1>
<p>No payment is waiting for confirmation at this address, or the address is incomplete.</p>
<a class="button" href="/">Back to the shop</a>`,
    { status, mark: MARK },
  );
}
