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
  const { data: code, error } = useQuery({ ...codeOptions(api, id ?? ''), enabled: id !== null, retry: false });
  const isLost = error !== null && code === undefined;

  const ask = useSingleFlight(async () => {
    setProblem(null);
    try {
      const made = await api.call('POST /phoneTestCodes', { body: { listing, order } });
      queries.setQueryData(codeOptions(api, made._id).queryKey, made);
      if (listing === null && order === null) storeUnlistedCode(made._id);
      setAddress(made.address);
      setId(made._id);
    } catch (refused) {
      setProblem(sentenceOf(refused));
    }
  });

  const publish = useSingleFlight(async () => {
    if (id === null) return;
    setProblem(null);
    try {
      await api.call('POST /phoneTestCodes/:id/publish', { params: { id }, body: { listing } });
      if (readUnlistedCode() === id) storeUnlistedCode(null);
      showSuccess('Published. Buyers see the test on your listing.');
      await queries.invalidateQueries();
    } catch (refused) {
      setProblem(sentenceOf(refused));
    }
  });

  /** The test was made in the listing form. */
  const isFromForm = listing !== null && id !== null && id === readUnlistedCode();
  return { code: isLost ? null : (code ?? null), isFromForm, address, problem, ask, publish };
}
