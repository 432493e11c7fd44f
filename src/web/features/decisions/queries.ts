import { queryOptions } from '@tanstack/react-query';
import type { Decision, DecisionKind, OwnDecision } from '#contract/decisions.ts';
import type { Api } from '../../api.ts';
import { filteredList } from '../../queries/filtered-list.ts';
import { useDialogChange } from '../../queries/use-change.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { type ListFilter, WHOLE_LIST } from '../../ui/list-bar.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { DECIDING, undoingOf } from './decision-labels.ts';

export const decisionsOptions = (api: Api, show: 'answered' | 'standing', filter: ListFilter = WHOLE_LIST) =>
  filteredList<Decision>(['decisions', show], filter, (query) => api.page('GET /decisions', { query: { ...query, show, limit: 24 } }));

/** The active suspensions of sellers whose address contains this seller's. */
export const suspensionsOptions = (api: Api, { email }: { email: string }) =>
  queryOptions({
    queryKey: [PRIVATE, 'decisions', 'suspensions', email],
    queryFn: () => api.call('GET /decisions', { query: { show: 'standing', kind: 'suspension', search: email } }),
  });

export const myDecisionsOptions = (api: Api, filter: ListFilter) =>
  filteredList<OwnDecision>(['my-decisions'], filter, (query) => api.page('GET /myDecisions', { query: { ...query, limit: 24 } }));

/** The decisions of one kind about the user, with those that were undone. */
export const myDecisionsOfKindOptions = (api: Api, kind: 'hold' | 'suspension') =>
  queryOptions({
    queryKey: [PRIVATE, 'my-decisions', 'of-kind', kind],
    queryFn: () => api.call('GET /myDecisions', { query: { kind } }),
  });

export function useDecide() {
  return useDialogChange(
    (api, body: { kind: DecisionKind; reason: string } & ({ listingId: string } | { sellerId: string })) => api.call('POST /decisions', { body }),
    ({ insertedId }, { kind }) => {
      if (insertedId) showSuccess(DECIDING[kind].done);
      else showError('This has already been decided.');
    },
  );
}

export function useUndo() {
  return useDialogChange(
    (api, { decision, reason }: { decision: Decision; reason: string }) =>
      api.call('POST /decisions/:id/undo', { params: { id: decision._id }, body: { reason } }),
    ({ modifiedCount }, { decision }) => {
      if (modifiedCount > 0) showSuccess(undoingOf(decision).done);
      else showError('This has already been undone.');
    },
  );
}

export function useSettle() {
  return useDialogChange(
    (api, { id, reason }: { id: string; reason: string }) => api.call('POST /answers/:id/settle', { params: { id }, body: { reason } }),
    ({ modifiedCount }) => {
      if (modifiedCount > 0) showSuccess('Your reply was sent.');
      else showError('Someone has already replied.');
    },
  );
}

export function useAnswer() {
  return useDialogChange(
    (api, { id, text }: { id: string; text: string }) => api.call('POST /myDecisions/:id/answer', { params: { id }, body: { text } }),
    () => showSuccess('Your appeal was sent.'),
  );
}
