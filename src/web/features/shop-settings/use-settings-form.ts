import { useEffect, useState } from 'react';
import type { SettingName, SettingsValues, ShopSettings } from '#contract/shop-settings.ts';
import { ApiError } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { changesOf, draftOf, rebase, type SettingsDraft } from './draft.ts';

const KEY = 'draft:shop-settings';

type Failure = { message: string; isConflict: boolean; fields: Record<string, string> };
export type SettingsForm = ReturnType<typeof useSettingsForm>;

/** The settings being edited, and how they are saved. `refetch` reads the current ones. */
export function useSettingsForm(settings: ShopSettings, refetch: () => Promise<ShopSettings | undefined>) {
  const { api } = useApp();
  const [draft, setDraft] = useState<SettingsDraft>(() => readCached() ?? draftOf(settings));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => saveDraft(draft), [draft]);

  const attempt = useSingleFlight(async (work: () => Promise<{ revision: number }>) => {
    setBusy(true);
    setFailure(null);
    try {
      const { revision } = await work();
      saveDraft(draftOf(settings));
      showSaved(revision);
    } catch (error) {
      setFailure(toFailure(error));
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
    save: () => attempt(() => api.call('PUT /shopSettings', { body: { ...draft.values, revision: draft.revision } })),
    bringBack: (version: number) =>
      attempt(() => api.call('POST /shopSettings/versions/:revision/restore', { params: { revision: version }, body: { revision: settings.revision } })),
    discard: () => startAnew(draftOf),
    keepMine: () => startAnew((latest) => rebase(draft, latest)),
  };
}

/** Returns the changes from before the page was left; null when there were none, or they can't be read. */
function readCached(): SettingsDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as SettingsDraft | null;
  } catch {
    return null;
  }
}

function saveDraft(draft: SettingsDraft): void {
  try {
    if (changesOf(draft).length > 0) sessionStorage.setItem(KEY, JSON.stringify(draft));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is full or blocked: the form works without it.
  }
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
