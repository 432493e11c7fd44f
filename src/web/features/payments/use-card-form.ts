import { useCallback, useEffect, useState } from 'react';
import type { CardForm } from '../../ports/card-form.ts';
import { useApp } from '../../use-app.tsx';

export type LoadedCardForm = { form: CardForm | null; failed: boolean; retry: () => void };

/** A provider that never responds must not leave the page waiting forever. */
const PATIENCE_MS = 15_000;

/** Loads the provider's form. */
export function useCardForm(): LoadedCardForm {
  const { loadCardForm } = useApp();
  const [form, setForm] = useState<CardForm | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads the form again.
  useEffect(() => {
    let gone = false;
    setFailed(false);
    untilReady(loadCardForm).then(
      (ready) => !gone && setForm(ready),
      () => !gone && setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [loadCardForm, attempt]);

  return { form, failed, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}

async function untilReady(load: () => Promise<CardForm>): Promise<CardForm> {
  const form = await load();
  const tooLong = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('the card provider does not answer')), PATIENCE_MS));
  await Promise.race([form.ready(), tooLong]);
  return form;
}
