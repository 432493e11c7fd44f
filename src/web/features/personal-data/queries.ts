import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../../error-sentence.ts';
import { saveFile } from '../../ui/save-file.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

/** Downloads all data that the shop stores about the user, as a file. */
export function useDownloadData() {
  const { api } = useApp();
  return useMutation({
    mutationFn: () => api.call('GET /personalData', {}),
    onSuccess: (data) => {
      saveFile('personal-data.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
      const rows = data.parts.reduce((sum, part) => sum + part.rows.length, 0);
      showSuccess(`Your data was downloaded: ${rows} entries in ${data.parts.length} sections.`);
    },
    onError: (error) => showError(sentenceOf(error)),
  });
}

/** Deletes the user's account; rejects with the shop's message. */
export function useDeleteAccount() {
  const { api, session } = useApp();
  return useMutation({
    mutationFn: (email: string) => api.call('DELETE /personalData', { query: { email } }),
    onSuccess: async () => {
      await session.end();
      showSuccess('Your account was deleted. Take care!');
    },
  });
}
