import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnListingAct, OwnListingOutcome } from '#contract/selling/own-listing-changes.ts';
import { toCents, toDollars } from '#contract/shared/money.ts';
import { repriced } from '#contract/shared/repriced.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import { phones } from '../../../ui/phone-count.ts';
import { showError, showSuccess } from '../../../ui/toast.tsx';
import { useApp } from '../../../use-app.tsx';

/**
 * A change of several listings, by their ids. `prices`: what each costs on the page, so that one that already changed doesn't change again. `to`: what
 * each is to cost again.
 */
export type OwnChange = { act: OwnListingAct; ids: string[]; percent?: number; prices?: number[]; to?: number[] };

const DONE: Record<OwnListingAct, string> = {
  pause: 'paused',
  resume: 'on sale again',
  sold_elsewhere: 'marked as sold elsewhere',
  delete: 'deleted',
  price: 'repriced',
};

/** Changes listings and reports how many; `refused` has those that couldn't be changed, with the reason, and `undo` takes the last change of prices back. */
export function useOwnListingChanges() {
  const { api } = useApp();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<OwnListingOutcome[]>([]);
  const [undoing, setUndoing] = useState<OwnChange | null>(null);

  /** Returns whether the shop answered; never rejects. */
  const change = async (body: OwnChange): Promise<boolean> => {
    setBusy(true);
    setUndoing(null);
    try {
      const { outcomes } = await api.call('POST /ownListingChanges', { body });
      const done = outcomes.filter(({ outcome }) => outcome !== 'refused').length;
      if (done > 0) showSuccess(`${phones(done)} ${body.to ? 'back at the earlier price' : DONE[body.act]}.`);
      setUndoing(takenBack(body, outcomes));
      setRefused(outcomes.filter(({ outcome }) => outcome === 'refused'));
      return true;
    } catch (error) {
      showError(sentenceOf(error));
      return false;
    } finally {
      setBusy(false);
      // Also after a failure: some may have changed before the reply was lost. Nobody waits for it: a press meanwhile would be lost.
      void queries.invalidateQueries();
    }
  };

  const undo = undoing && (() => change(undoing));
  return { change, undo, busy, refused, forget: () => setRefused([]) };
}

/** What takes a change of prices by a percentage back where it was made; null for any other change. */
function takenBack({ ids, percent, prices = [] }: OwnChange, outcomes: OwnListingOutcome[]): OwnChange | null {
  if (percent === undefined) return null;
  const done = ids.flatMap((id, at) => {
    const before = prices[at];
    return outcomes[at]?.outcome === 'done' && before !== undefined ? [{ id, before, after: toDollars(repriced(toCents(before), percent)) }] : [];
  });
  if (done.length === 0) return null;
  return { act: 'price', ids: done.map(({ id }) => id), prices: done.map(({ after }) => after), to: done.map(({ before }) => before) };
}
