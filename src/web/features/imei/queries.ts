import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ImeiQuestion } from '#contract/imei.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

export function imeiQuestionsOptions(api: Api) {
  return {
    ...pagedOptions<ImeiQuestion>([PRIVATE, 'imei-questions'], (cursor) => api.page('GET /imeiQuestions', { query: { cursor } })),
    staleTime: 0,
  };
}

export function useCloseQuestion() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: ImeiQuestion) => api.call('POST /imeiQuestions/:id/close', { params: { id: _id } }),
    onSuccess: async () => {
      showSuccess('Marked as done.');
      await queries.invalidateQueries({ queryKey: [PRIVATE, 'imei-questions'] });
    },
    onError: (error) => showError(sentenceOf(error)),
  });
}
