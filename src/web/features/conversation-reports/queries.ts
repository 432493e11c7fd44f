import { useMutation } from '@tanstack/react-query';
import type { ReportedConversation } from '#contract/conversation-reports.ts';
import type { Api } from '../../api.ts';
import { filteredList } from '../../queries/filtered-list.ts';
import { useDialogChange } from '../../queries/use-change.ts';
import { type ListFilter, WHOLE_LIST } from '../../ui/list-bar.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

/** Open reports of conversations, for the admin. */
export const reportedConversationsOptions = (api: Api, filter: ListFilter = WHOLE_LIST) => ({
  ...filteredList<ReportedConversation>(['reported-conversations'], filter, (query) => api.page('GET /reportedConversations', { query })),
  staleTime: 0,
});

export function useReportConversation(id: string) {
  const { api } = useApp();
  return useMutation({
    mutationFn: (reason: string) => api.call('POST /conversations/:id/reports', { params: { id }, body: { reason } }),
    onSuccess: () => showSuccess('Thanks. We’ll read this conversation and tell you the outcome.'),
  });
}

export function useDecideReport(id: string) {
  return useDialogChange(
    (api, body: { decision: 'dismiss' | 'warn'; reason: string }) => api.call('POST /reportedConversations/:id/decision', { params: { id }, body }),
    ({ modifiedCount }, { decision }) => {
      if (modifiedCount === 0) showError('This has already been decided.');
      else showSuccess(decision === 'dismiss' ? 'Report dismissed. We’ve told whoever made it.' : 'Warning sent. We’ve told whoever reported it.');
    },
  );
}
