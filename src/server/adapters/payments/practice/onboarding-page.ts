import { escapeHtml } from '#contract/shared/escape.ts';
import { plainPage } from '../../../http/plain-page.ts';
import type { Account } from './account.ts';

const MARK = 'Practice payouts – no real money';

/** Asks what the payout service should find out about the seller. Contains no script, and only works with a link that the shop asked for. */
export function onboardingPage({ bank }: Account, link: string, status: number): Response {
  const option = (value: Account['bank'], text: string) => `<option value="${value}"${bank === value ? ' selected' : ''}>${text}</option>`;
  return plainPage(
    'Set up payouts – practice',
    `<h1>Set up your payouts</h1>
<p>A payout service would now ask who you are and for your bank account. This page stands in for it.</p>
<p class="notice">Don’t enter real bank details. There’s nothing to type in here.</p>
<form method="post" action="/practice-cards/onboarding">
<input type="hidden" name="link" value="${escapeHtml(link)}">
<label>Practice bank account
<select name="bank">
${option('keeps', 'Keeps the money')}
${option('empties', 'Always empty')}
</select></label>
<button class="primary" name="outcome" value="complete">Complete setup</button>
<button name="outcome" value="document">Ask for another document</button>
<button name="outcome" value="later">Finish later</button>
</form>
<p class="note">From an account that is always empty, nothing can be taken back after a refund. “Ask for another document” makes payouts wait. Either way, you’ll return to the shop.</p>`,
    { status, mark: MARK },
  );
}

export function noOnboardingPage(status: number): Response {
  return plainPage(
    'Nothing to set up – practice',
    `<h1>Nothing to set up here</h1>
<p>This address is incomplete, or the account is gone. Open My Sales to start again.</p>
<a class="button" href="/dashboard/mySales">My Sales</a>`,
    { status, mark: MARK },
  );
}
