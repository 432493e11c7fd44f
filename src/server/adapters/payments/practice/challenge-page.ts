import { escapeHtml } from '../../../http/plain-page.ts';
import type { Intent } from './intent.ts';

export const CHALLENGE_STYLE = `
:root { color-scheme: light dark; --ground: #f6f4f0; --surface: #fff; --ink: #1d1b18; --muted: #5d574e; --line: #d9d3c8; --accent: #1f4fd8; --on-accent: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #151412; --surface: #1f1d1a; --ink: #f3f0ea; --muted: #b5ada0; --line: #3b3731; --accent: #9db8ff; --on-accent: #10183a; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 440px; padding: 32px 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
.mark { display: inline-block; margin: 0 0 16px; padding: 4px 12px; border: 1px dashed var(--muted); border-radius: 999px; color: var(--muted); }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; }
p { margin: 0 0 16px; }
dl { margin: 0 0 24px; border-top: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; padding: 12px 0; border-bottom: 1px solid var(--line); }
dt { color: var(--muted); }
dd { margin: 0; font-variant-numeric: tabular-nums; font-weight: 600; }
form { display: grid; gap: 12px; }
button, a.button { display: block; width: 100%; min-height: 48px; padding: 12px 16px; border: 1px solid var(--muted); border-radius: 12px; background: transparent; color: inherit; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button.accent, a.button { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button:focus-visible, a.button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.muted { color: var(--muted); margin: 24px 0 0; }
`;

const toMoney = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/practice-cards/challenge.css">
</head>
<body>
<main>
<p class="mark">Practice bank – no real money</p>
${body}
</main>
</body>
</html>
`;

/** Asks whether the payment goes on. It holds no script, and only its secret makes it work. */
export const challengePage = (intent: Intent): string =>
  page(
    'Is this you? – practice bank',
    `<h1>Is this you?</h1>
<p>Your bank would now ask you to confirm this payment. This page stands in for it.</p>
<dl>
<div><dt>Amount</dt><dd>${escapeHtml(toMoney(intent.amount, intent.currency))}</dd></div>
<div><dt>Card</dt><dd>ending in ${escapeHtml(intent.details.card?.last4 ?? '')}</dd></div>
</dl>
<form method="post" action="/practice-cards/challenge/${escapeHtml(intent.id)}">
<input type="hidden" name="client_secret" value="${escapeHtml(intent.clientSecret)}">
<input type="hidden" name="version" value="${intent.version}">
<button class="accent" name="outcome" value="complete">Complete</button>
<button name="outcome" value="fail">Fail</button>
</form>
<p class="muted">“Complete” confirms the payment, “Fail” refuses it. Either way you go back to the shop.</p>`,
  );

export const noChallengePage = (): string =>
  page(
    'Nothing to confirm – practice bank',
    `<h1>Nothing to confirm here</h1>
<p>This address belongs to no payment that waits for its bank, or it is not complete.</p>
<a class="button" href="/">Back to the shop</a>`,
  );
