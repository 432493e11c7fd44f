import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../../error-sentence.ts';
import { useNavigate } from '../../router/index.ts';
import { showError } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

/** Opens the conversation about a listing or of a paid order. */
export function useOpenConversation() {
  const { api } = useApp();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (about: { productId: string } | { orderId: string }) =>
      'productId' in about ? api.call('POST /conversations', { body: about }) : api.call('POST /orders/:orderId/conversation', { params: about }),
    onSuccess: ({ _id }) => navigate(`/dashboard/messages/${encodeURIComponent(_id)}`),
    onError: (error) => showError(sentenceOf(error)),
  });
}
