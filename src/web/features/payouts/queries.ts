import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { useChange } from '../../queries/use-change.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { saveFile } from '../../ui/save-file.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

const ACCOUNT = [PRIVATE, 'payout-account'] as const;

export function payoutAccountOptions(api: Api) {
  return queryOptions({ queryKey: ACCOUNT, queryFn: () => api.call('GET /payoutAccount', {}), staleTime: 0 });
}

export function statementOptions(api: Api, month: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'statement', month],
    queryFn: () => api.call('GET /statements/:month', { params: { month } }),
    staleTime: 0,
  });
}

/** Leads to the payout service's own pages, where sellers enter their details. */
export function useSetUpPayouts() {
  const { api } = useApp();
  return useMutation({
    mutationFn: () => api.call('POST /payoutAccount/link', {}),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => showError(sentenceOf(error)),
  });
}

/** Asks the payout service what became of the seller's details. */
export function useCheckPayouts() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('POST /payoutAccount/check', {}),
    // What waited for it doesn't anymore.
    onSuccess: async (account) => {
      queries.setQueryData(ACCOUNT, account);
      await queries.invalidateQueries();
    },
    onError: (error) => showError(sentenceOf(error)),
  });
}

export function useStatementFile(month: string) {
  const { api } = useApp();
  return useMutation({
    mutationFn: () => api.file('GET /statements/:month/export', { params: { month } }),
    onSuccess: (file) => saveFile(`statement-${month}.csv`, file),
    onError: (error) => showError(sentenceOf(error)),
  });
}

/** Notes that an admin paid a seller. */
export function useNotePayout() {
  return useChange(
    (api, { orderId }: PaymentRecord) => api.call('POST /orders/:orderId/payout', { params: { orderId } }),
    ({ modifiedCount }, { ProductName }) => {
      if (modifiedCount > 0) showSuccess(`${ProductName} was marked as paid out.`);
      else showError(`${ProductName} was already paid out.`);
    },
  );
}
