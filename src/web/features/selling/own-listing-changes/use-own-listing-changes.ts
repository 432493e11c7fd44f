import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnListingAct, OwnListingOutcome } from '#contract/selling/own-listing-changes.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import { phones } from '../../../ui/phone-count.ts';
import { showError, showSuccess } from '../../../ui/toast.tsx';
import { useApp } from '../../../use-app.tsx';

/** A change of several listings, by their ids. `prices`: what each costs on the page, so that one that already changed doesn't change again. */
export type OwnChange = { act: OwnListingAct; ids: string[]; percent?: number; prices?: number[] };

const DONE: Record<OwnListingAct, string> = {
  pause: 'paused',
  resume: 'on sale again',
  sold_elsewhere: 'marked as sold elsewhere',
  delete: 'deleted',
  price: 'repriced',
};

/** Changes listings and reports how many; `refused` has those that couldn't be changed, with the reason. */
export function useOwnListingChanges() {
  const { api } = useApp();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<OwnListingOutcome[]>([]);

  /** Returns whether the shop answered; never rejects. */
  const change = async (body: OwnChange): Promise<boolean> => {
    setBusy(true);
    try {
      const { outcomes } = await api.call('POST /ownListingChanges', { body });
      const done = outcomes.filter(({ outcome }) => outcome !== 'refused').length;
      if (done > 0) showSuccess(`${phones(done)} ${DONE[body.act]}.`);
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

  return { change, busy, refused, forget: () => setRefused([]) };
}
