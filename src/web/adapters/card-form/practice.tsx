import { createRoot } from 'react-dom/client';
import type { CardForm, CardResult } from '../../ports/card-form.ts';
import { createCardEntry } from './card-entry.ts';
import { PracticeFields } from './practice-fields.tsx';
import { confirmIntent, findProblem, type PracticeCardsAddress } from './practice-rest.ts';
import { findIncomplete } from './typed-card.ts';

const NOT_FINISHED = 'Your bank didn’t confirm this payment, and you weren’t charged. Please try again.';

/** Creates the practice provider's card form. */
export function createPracticeCardForm(provider: PracticeCardsAddress): CardForm {
  const entry = createCardEntry();
  return {
    ready: async () => {},
    mount(element) {
      // Remounted fields must not take the focus for an earlier error.
      entry.mark(null);
      const place = element.ownerDocument.createElement('div');
      element.append(place);
      // A root of its own: without a prefix its ids would repeat the page's.
      const root = createRoot(place, { identifierPrefix: 'practice-card-' });
      root.render(<PracticeFields entry={entry} />);
      return () => {
        place.remove();
        // React refuses to unmount a root while it renders another, which is when pages clean up.
        queueMicrotask(() => root.unmount());
      };
    },
    async confirmCardPayment(clientSecret, returnUrl) {
      const { typed } = entry.state();
      const incomplete = findIncomplete(typed);
      entry.mark(incomplete);
      if (incomplete) return { ok: false, message: incomplete.message };
      const confirmed = await confirmIntent(provider, clientSecret, returnUrl, typed);
      if (confirmed.outcome === 'paid') return { ok: true, intentId: confirmed.intentId };
      if (confirmed.outcome === 'challenge') return leaveFor(confirmed.address);
      const { message, field, stale = false } = confirmed;
      if (field) entry.mark({ field, message });
      return { ok: false, message, stale };
    },
    findProblem: (clientSecret) => findProblem(provider, clientSecret),
  };
}

/** Goes to the bank's page. This page ends here, unless the browser's Back button restores it. */
function leaveFor(address: string): Promise<CardResult> {
  const { promise, resolve } = Promise.withResolvers<CardResult>();
  const comeBack = (event: PageTransitionEvent): void => {
    if (!event.persisted) return;
    removeEventListener('pageshow', comeBack);
    resolve({ ok: false, message: NOT_FINISHED });
  };
  addEventListener('pageshow', comeBack);
  location.assign(address);
  return promise;
}
