import type { TestRecord } from '#contract/phone-tests/phone-tests.ts';
import type { Verified } from '#contract/phone-tests/verify.ts';
import { OUTCOMES, STEP_TITLES, VERDICTS } from '../../phone-test-labels.ts';
import { type Content, h } from '../view.ts';

export const NO_KEYS = 'The shop’s keys can’t be loaded right now. Try again with a connection, or paste them below.';
export const KEYS_UNREADABLE = 'These keys can’t be read. Paste the whole text that the shop’s keys have.';

const ALTERED = 'This record isn’t true: it was altered, cut off, or never signed.';
const UNKNOWN = 'This record is signed with a key that isn’t among the keys. It may be another shop’s, or nobody’s.';

/** What came of the check, and what a true record says. */
export function resultOf(verified: Verified): HTMLElement[] {
  if (verified.outcome === 'altered') return [verdict(ALTERED, 'bg-danger-soft text-danger')];
  if (verified.outcome === 'unknown_key') return [verdict(UNKNOWN, 'bg-warning-soft text-warning')];
  const { record } = verified;
  return [verdict(`This record is true: signed by ${record.shop}, and unchanged since.`, 'bg-good-soft text-good'), facts(record), steps(record)];
}

const verdict = (text: string, look: string): HTMLElement => h('p', { class: `rounded-xl px-4 py-3 font-semibold ${look}` }, text);

function facts({ shop, summary, listingId, orderId, device }: TestRecord): HTMLElement {
  const named = [device.model, device.platform, device.platformVersion].filter((text) => text !== '').join(', ');
  const rows: [string, Content][] = [
    ['Result', OUTCOMES[summary.outcome]],
    ['Tested', new Date(summary.testedAt).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })],
    ['Listing', listingId === null ? 'none yet' : linkTo(listingId, shop)],
    ...(orderId === null ? [] : [['Order', orderId] as [string, Content]]),
    ['The browser said', named === '' ? 'nothing of the phone' : named],
    ['Screen', `${device.screen.short} × ${device.screen.long} pixels`],
  ];
  return h(
    'dl',
    { class: 'grid' },
    ...rows.map(([name, value]) =>
      h(
        'div',
        { class: 'flex flex-wrap justify-between gap-x-4 border-t border-line py-2' },
        h('dt', { class: 'text-muted' }, name),
        h('dd', { class: 'font-medium' }, value),
      ),
    ),
  );
}

/** Of another shop, only its id: that shop may lie about its address. */
function linkTo(listingId: string, shop: string): Content {
  if (shop !== window.location.origin) return listingId;
  const look = 'inline-flex min-h-11 items-center text-accent underline underline-offset-4';
  return h('a', { href: `/selected-items-details/${encodeURIComponent(listingId)}`, class: look }, 'See the listing');
}

function steps({ summary }: TestRecord): HTMLElement {
  const rows = summary.steps.map(({ step, verdict: found, note }) =>
    h(
      'tr',
      { class: 'border-t border-line align-top' },
      h('th', { scope: 'row', class: 'py-2 pr-3 font-medium' }, STEP_TITLES[step] ?? step),
      h(
        'td',
        { class: 'py-2' },
        h('span', { class: VERDICTS[found]?.look }, VERDICTS[found]?.word ?? found),
        h('span', { class: 'block text-sm text-muted' }, note),
      ),
    ),
  );
  return h('table', { class: 'w-full text-left' }, h('caption', { class: 'py-2 text-left font-semibold' }, 'What was tested'), h('tbody', {}, ...rows));
}
