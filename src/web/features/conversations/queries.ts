import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Conversation } from '#contract/conversations.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showError } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';
import { mergeMessages } from './merge-messages.ts';
import { type Loaded, readEarlier, readMessages } from './read-messages.ts';

/** The first parts of the key of everything read about conversations. */
export const CONVERSATIONS = [PRIVATE, 'conversations'];
const A_PAGE = 30;

/** The user's conversations, the latest first. */
export const conversationsOptions = (api: Api) => ({
  ...pagedOptions<Conversation>([...CONVERSATIONS, 'list'], (cursor) => api.page('GET /conversations', { query: { cursor, limit: A_PAGE } })),
  staleTime: 0,
});

const UNREAD_EVERY_MS = 5000;

/** In how many conversations there is something unread. Asked again and again while the page is visible. */
export const unreadOptions = (api: Api) =>
  queryOptions({
    queryKey: [...CONVERSATIONS, 'unread'],
    queryFn: async () => (await api.call('GET /conversations/unread', {})).conversations,
    staleTime: UNREAD_EVERY_MS,
    refetchInterval: UNREAD_EVERY_MS,
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
    queryFn: () => readMessages(api, id, { known: () => queries.getQueryData<Loaded>(queryKey) }),
    staleTime: 0,
    structuralSharing: false,
  });
}

/** Reads a page of earlier messages. */
export function useEarlier(conversation: Reading) {
  const { api } = useApp();
  const queries = useQueryClient();
  const { queryKey } = messagesOptions(api, queries, conversation);
  return useMutation({
    mutationFn: (cursor: string) => readEarlier(api, conversation._id, cursor),
    onSuccess: ({ items, next }) =>
      queries.setQueryData<Loaded>(queryKey, (known) => known && { messages: mergeMessages(known.messages, items), earlier: next }),
    onError: (error) => showError(sentenceOf(error)),
  });
}

export type Outgoing = { clientId: string; text: string; photos: string[] };

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
  return async (number: number): Promise<boolean> => {
    try {
      await api.call('POST /conversations/:id/read', { params: { id }, body: { number } });
    } catch {
      return false;
    }
    for (const key of ['unread', 'list']) void queries.invalidateQueries({ queryKey: [...CONVERSATIONS, key] });
    return true;
  };
}
