import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import { showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { codeOptions } from './queries.ts';
import { readUnlistedCode, storeUnlistedCode } from './unlisted-code.ts';

/** What a code is for: a listing, the phone of an order, or, with neither, a phone that isn't listed yet. */
export type TestOf = { listing: string | null; order: string | null };

/** Requests a code, follows the phone that opens it, and publishes what came of it. */
export function useTestCode({ listing, order }: TestOf) {
  const { api } = useApp();
  const queries = useQueryClient();
  // A test from the listing form waits to be published on the listing that came of it.
  const [id, setId] = useState(() => (order === null ? readUnlistedCode() : null));
  /** Only told once. */
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'asking' | 'publishing' | null>(null);
  const { data: code, error } = useQuery({ ...codeOptions(api, id ?? ''), enabled: id !== null, retry: false });
  const isLost = error !== null && code === undefined;

  const act = async (kind: 'asking' | 'publishing', work: () => Promise<void>): Promise<void> => {
    setProblem(null);
    setBusy(kind);
    await work().catch((refused: unknown) => setProblem(sentenceOf(refused)));
    setBusy(null);
  };

  const ask = useSingleFlight(() =>
    act('asking', async () => {
      const made = await api.call('POST /phoneTestCodes', { body: { listing, order } });
      queries.setQueryData(codeOptions(api, made._id).queryKey, made);
      if (listing === null && order === null) storeUnlistedCode(made._id);
      setAddress(made.address);
      setId(made._id);
    }),
  );

  const publish = useSingleFlight(() =>
    act('publishing', async () => {
      if (id === null) return;
      await api.call('POST /phoneTestCodes/:id/publish', { params: { id }, body: { listing } });
      if (readUnlistedCode() === id) storeUnlistedCode(null);
      showSuccess('Published. Buyers see the test on your listing.');
      await queries.invalidateQueries();
    }),
  );

  /** Forgets a test from the listing form, such as one of another phone. */
  const forget = (): void => {
    storeUnlistedCode(null);
    setAddress(null);
    setId(null);
  };

  const lostShop = error !== null && code !== undefined ? sentenceOf(error) : null;
  const isUnlisted = id !== null && order === null && id === readUnlistedCode();
  return { code: isLost ? null : (code ?? null), isUnlisted, address, problem: problem ?? lostShop, busy, ask, publish, forget };
}
