import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LostPhone, LostPhoneInQueue, LostPhoneState } from '#contract/lost-phones.ts';
import type { Api } from '../../api.ts';
import { pagedOptions } from '../../paged.ts';
import { useChange, useDialogChange } from '../../queries/use-change.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { filterQuery, type ListFilter } from '../../ui/list-bar.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

export type WrittenReport = { imei: string; lostOn: string; place: string; proof: string; picture: string };

/** The user's own reports; always refetched on mount, since an admin decides about them. */
export function myLostPhonesOptions(api: Api) {
  return {
    ...pagedOptions<LostPhone>([PRIVATE, 'my-lost-phones'], (cursor) => api.page('GET /myLostPhones', { query: { cursor } })),
    staleTime: 0,
  };
}

/** Reports in one state, for the admin. */
export function lostPhonesOptions(api: Api, state: LostPhoneState, filter: ListFilter) {
  return {
    ...pagedOptions<LostPhoneInQueue>([PRIVATE, 'lost-phones', state, filter.search, filter.sort], (cursor) =>
      api.page('GET /lostPhones', { query: { ...filterQuery(filter), state, cursor } }),
    ),
    staleTime: 0,
  };
}

export function useReportLost() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (report: WrittenReport) => api.call('POST /lostPhones', { body: report }),
    onSuccess: async ({ insertedId }) => {
      showSuccess(insertedId === undefined ? 'You’ve already reported this phone.' : 'Thanks for your report. We’ll review it and let you know.');
      await queries.invalidateQueries({ queryKey: [PRIVATE, 'my-lost-phones'] });
    },
  });
}

export function useWithdraw() {
  return useChange(
    (api, { _id }: LostPhone) => api.call('DELETE /lostPhones/:id', { params: { id: _id } }),
    ({ deletedCount }) => {
      if (deletedCount > 0) showSuccess('Report withdrawn.');
      else showError('This report has already been withdrawn.');
    },
  );
}

export function useDecide() {
  return useDialogChange(
    (api, { id, ...body }: { id: string; decision: 'accepted' | 'refused'; reason: string }) =>
      api.call('POST /lostPhones/:id/decision', { params: { id }, body }),
    ({ modifiedCount, ...found }, { decision }) => {
      if (modifiedCount > 0) showSuccess(outcomeOf(decision, found));
      else showError('This has already been decided.');
    },
  );
}

function outcomeOf(decision: 'accepted' | 'refused', { held, sales }: { held: number; sales: number }): string {
  if (decision === 'refused') return 'Rejected. We’ve told the person who reported it.';
  const found = [
    held > 0 && `${counted(held, 'listing', 'listings')} removed`,
    sales > 0 && `buyer and seller of ${counted(sales, 'sale', 'sales')} notified`,
  ].filter(Boolean);
  return found.length === 0 ? 'Added to the list of lost phones.' : `Added to the list of lost phones: ${found.join(', ')}.`;
}

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);
