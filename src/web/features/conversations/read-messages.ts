import type { Message } from '#contract/conversations.ts';
import type { Api } from '../../api.ts';
import { lastWhole, mergeMessages } from './merge-messages.ts';

const A_PAGE = 30;
const AT_ONCE = 100;

/** The loaded messages in order, and where earlier ones go on; null at the beginning. */
export type Loaded = { messages: Message[]; earlier: string | null };

type Reading = { known(): Loaded | undefined };

/** What is known of a conversation and what has come since, or its latest page. */
export async function readMessages(api: Api, id: string, { known }: Reading): Promise<Loaded> {
  const before = known();
  if (!before || before.messages.length === 0) return readLatest(api, id);
  const added = await readAfter(api, id, lastWhole(before.messages));
  // Others may have been added meanwhile, by sending or by looking at earlier ones.
  const now = known() ?? before;
  return { ...now, messages: mergeMessages(now.messages, added) };
}

async function readLatest(api: Api, id: string): Promise<Loaded> {
  const { items, next } = await api.page('GET /conversations/:id/messages', { params: { id }, query: { limit: A_PAGE } });
  return { messages: mergeMessages([], items), earlier: next };
}

async function readAfter(api: Api, id: string, number: number): Promise<Message[]> {
  const added: Message[] = [];
  for (;;) {
    const after = added.at(-1)?.number ?? number;
    const items = await api.call('GET /conversations/:id/messages', { params: { id }, query: { after, limit: AT_ONCE } });
    added.push(...items);
    if (items.length < AT_ONCE) return added;
  }
}

/** A page of earlier messages. */
export const readEarlier = (api: Api, id: string, cursor: string) =>
  api.page('GET /conversations/:id/messages', { params: { id }, query: { limit: A_PAGE, cursor } });
