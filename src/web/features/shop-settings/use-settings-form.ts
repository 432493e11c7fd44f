import { useEffect, useRef, useState } from 'react';
import type { SettingName, SettingsValues, ShopSettings } from '#contract/shop-settings.ts';
import { ApiError } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { forgetDraft, readDraft, saveDraft } from '../../form-draft.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { changesOf, draftOf, missingNumbers, rebase, type SettingsDraft } from './draft.ts';

const NAME = 'shop-settings';

type Failure = { message: string; isConflict: boolean; fields: Record<string, string> };
export type SettingsForm = ReturnType<typeof useSettingsForm>;

/** The settings being edited, and how they are saved. `refetch` reads the current ones. */
export function useSettingsForm(settings: ShopSettings, refetch: () => Promise<ShopSettings | undefined>) {
  const { api } = useApp();
  const [draft, setDraft] = useState<SettingsDraft>(() => readStored() ?? draftOf(settings));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => storeChanges(draft), [draft]);
  /** Asks the uploads of pictures, one by one, whether they are still under way. */
  const uploads = useRef(new Set<() => boolean>());

  const attempt = useSingleFlight(async (work: () => Promise<{ revision: number }>) => {
    setBusy(true);
    setFailure(null);
    try {
      const { revision } = await work();
      forgetDraft(NAME);
      showSaved(revision);
    } catch (error) {
      const failed = toFailure(error);
      // The list of versions then says who saved what.
      if (failed.isConflict) await refetch();
      setFailure(failed);
      setBusy(false);
    }
  });

  const startAnew = async (make: (latest: ShopSettings) => SettingsDraft): Promise<void> => {
    const latest = await refetch();
    if (!latest) return;
    setDraft(make(latest));
    setFailure(null);
  };

  return {
    draft,
    failure,
    busy,
    changes: changesOf(draft),
    errorAt: (field: string): string | undefined => failure?.fields[field],
    set<N extends SettingName>(name: N, value: SettingsValues[N]): void {
      setDraft((before) => ({ ...before, values: { ...before.values, [name]: value } }));
    },
    /** Saving waits for this upload; returns what ends that. */
    waitFor(isUnderWay: () => boolean): () => void {
      uploads.current.add(isUnderWay);
      return () => void uploads.current.delete(isUnderWay);
    },
    async save(): Promise<void> {
      if ([...uploads.current].some((isUnderWay) => isUnderWay())) return;
      const fields = missingNumbers(draft);
      if (Object.keys(fields).length > 0) return setFailure({ message: 'Please enter the missing numbers.', isConflict: false, fields });
      await attempt(() => api.call('PUT /shopSettings', { body: { ...draft.values, revision: draft.revision } }));
    },
    bringBack: (version: number) =>
      attempt(() => api.call('POST /shopSettings/versions/:revision/restore', { params: { revision: version }, body: { revision: settings.revision } })),
    discard: () => startAnew(draftOf),
    keepMine: () => startAnew((latest) => rebase(draft, latest)),
  };
}

/** Returns the changes from before the page was left; null when there were none. */
function readStored(): SettingsDraft | null {
  const stored = readDraft<SettingsDraft>(NAME);
  return stored.base === undefined ? null : (stored as SettingsDraft);
}

function storeChanges(draft: SettingsDraft): void {
  if (changesOf(draft).length > 0) saveDraft(NAME, draft);
  else forgetDraft(NAME);
}

/** Reloads the whole shop with what was saved. */
function showSaved(revision: number): void {
  window.location.assign(`/dashboard/shopSettings?saved=${revision}`);
}

function toFailure(error: unknown): Failure {
  return {
    message: sentenceOf(error),
    isConflict: error instanceof ApiError && error.status === 409,
    fields: error instanceof ApiError ? error.fields : {},
  };
}
