import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Conversation, Message } from '#contract/conversations.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { pagedOptions } from '../../paged.ts';
import { useNavigate } from '../../router/index.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showError } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';
import { lastWhole, mergeMessages } from './merge-messages.ts';

const CONVERSATIONS = [PRIVATE, 'conversations'];
const A_PAGE = 30;

/** The loaded messages in order, and where earlier ones go on; null at the beginning. */
export type Loaded = { messages: Message[]; earlier: string | null };

/** The user's conversations, the latest first. */
export const conversationsOptions = (api: Api) => ({
  ...pagedOptions<Conversation>([...CONVERSATIONS, 'list'], (cursor) => api.page('GET /conversations', { query: { cursor, limit: A_PAGE } })),
  staleTime: 0,
});

/** In how many conversations there is something unread. */
export const unreadOptions = (api: Api) =>
  queryOptions({
    queryKey: [...CONVERSATIONS, 'unread'],
    queryFn: async () => (await api.call('GET /conversations/unread', {})).conversations,
    staleTime: 30_000,
    refetchOnWindowFocus: true,
    retry: false,
  });

export const conversationOptions = (api: Api, id: string) =>
  queryOptions({ queryKey: [...CONVERSATIONS, 'one', id], queryFn: () => api.call('GET /conversations/:id', { params: { id } }), staleTime: 0 });

type Reading = Pick<Conversation, '_id' | 'orderId'>;

/** A conversation's messages. Reading them again adds what came since: nothing is missing and nothing appears twice. */
export function messagesOptions(api: Api, queries: QueryClient, { _id: id, orderId }: Reading) {
  // Once the phone is paid, what was masked is read anew.
  const queryKey = [...CONVERSATIONS, 'messages', id, orderId ?? ''];
  return queryOptions({
    queryKey,
    queryFn: async (): Promise<Loaded> => {
      const known = queries.getQueryData<Loaded>(queryKey);
      if (!known || known.messages.length === 0) return readLatest(api, id);
      const added = await readAfter(api, id, lastWhole(known.messages));
      // Others may have been added meanwhile, by sending or by looking at earlier ones.
      const now = queries.getQueryData<Loaded>(queryKey) ?? known;
      return { ...now, messages: mergeMessages(now.messages, added) };
    },
    staleTime: 0,
    structuralSharing: false,
  });
}

async function readLatest(api: Api, id: string): Promise<Loaded> {
  const { items, next } = await api.page('GET /conversations/:id/messages', { params: { id }, query: { limit: A_PAGE } });
  return { messages: mergeMessages([], items), earlier: next };
}

async function readAfter(api: Api, id: string, number: number): Promise<Message[]> {
  const added: Message[] = [];
  for (;;) {
    const after = added.at(-1)?.number ?? number;
    const items = await api.call('GET /conversations/:id/messages', { params: { id }, query: { after, limit: 100 } });
    added.push(...items);
    if (items.length < 100) return added;
  }
}

/** Reads a page of earlier messages. */
export function useEarlier(conversation: Reading) {
  const { api } = useApp();
  const queries = useQueryClient();
  const { queryKey } = messagesOptions(api, queries, conversation);
  return useMutation({
    mutationFn: (cursor: string) => api.page('GET /conversations/:id/messages', { params: { id: conversation._id }, query: { limit: A_PAGE, cursor } }),
    onSuccess: ({ items, next }) =>
      queries.setQueryData<Loaded>(queryKey, (known) => known && { messages: mergeMessages(known.messages, items), earlier: next }),
    onError: (error) => showError(sentenceOf(error)),
  });
}

export type Outgoing = { clientId: string; text: string };

/** Sends a message; sending the same again makes no second one. */
export function useSend(conversation: Reading) {
  const { api } = useApp();
  const queries = useQueryClient();
  const { queryKey } = messagesOptions(api, queries, conversation);
  return async (body: Outgoing): Promise<void> => {
    const sent = await api.call('POST /conversations/:id/messages', { params: { id: conversation._id }, body });
    await queries.cancelQueries({ queryKey });
    queries.setQueryData<Loaded>(queryKey, (known) => known && { ...known, messages: mergeMessages(known.messages, [sent]) });
    await queries.invalidateQueries({ queryKey });
  };
}

/** Marks messages up to a number as read. */
export function useMarkRead(id: string) {
  const { api } = useApp();
  const queries = useQueryClient();
  return (number: number): void => {
    api.call('POST /conversations/:id/read', { params: { id }, body: { number } }).then(
      () => Promise.all(['unread', 'list'].map((key) => queries.invalidateQueries({ queryKey: [...CONVERSATIONS, key] }))),
      () => null,
    );
  };
}

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
