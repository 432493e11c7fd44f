import { useNavigate } from '../../../router/index.ts';
import { useApp } from '../../../use-app.tsx';

/** Begins a draft of a phone that the user bought here, and opens it in the form. */
export function useBoughtDraft(orderId: string): () => Promise<void> {
  const { api } = useApp();
  const navigate = useNavigate();
  return async () => {
    const { insertedId = orderId } = await api.call('POST /orders/:orderId/draft', { params: { orderId } });
    await navigate(`/dashboard/addAProducts?draft=${encodeURIComponent(insertedId)}`);
  };
}
