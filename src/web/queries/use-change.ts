import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import { sentenceOf } from '../error-sentence.ts';
import { showError } from '../ui/toast.tsx';
import { useApp } from '../use-app.tsx';

/** Changes what any list may show: reads everything again, also when the call fails, and then shows why. */
export function useChange<Subject, Reply>(call: (api: Api, subject: Subject) => Promise<Reply>, onDone?: (reply: Reply, subject: Subject) => void) {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (subject: Subject) => call(api, subject),
    onSuccess: (reply, subject) => onDone?.(reply, subject),
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries(),
  });
}

/** The same for a dialog that shows by itself why the call failed: reads everything again once it succeeded. */
export function useDialogChange<Subject, Reply>(call: (api: Api, subject: Subject) => Promise<Reply>, onDone: (reply: Reply, subject: Subject) => void) {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (subject: Subject) => call(api, subject),
    onSuccess: async (reply, subject) => {
      onDone(reply, subject);
      await queries.invalidateQueries();
    },
  });
}
