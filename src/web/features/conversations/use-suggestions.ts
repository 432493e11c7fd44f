import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Conversation } from '#contract/conversations.ts';
import { listingOptions } from '../../queries/listings.ts';
import { useApp } from '../../use-app.tsx';
import { messagesOptions } from './queries.ts';
import { answersTo, questionsAbout } from './quick-texts.ts';

/** What the user may want to write next: a buyer's questions, or a seller's answers to what was written since they last wrote. */
export function useSuggestions(conversation: Conversation): string[] {
  const { api } = useApp();
  const { side, productId, productStatus } = conversation;
  const { data: listing } = useQuery({ ...listingOptions(api, productId), enabled: productStatus === 'available' });
  const { data } = useQuery({ ...messagesOptions(api, useQueryClient(), conversation), enabled: false });
  if (!listing || !data) return [];
  const own = data.messages.findLastIndex(({ by }) => by === side);
  const textsOf = (messages: typeof data.messages) => messages.flatMap(({ text }) => text ?? []);
  return side === 'buyer' ? questionsAbout(listing, textsOf(data.messages)) : answersTo(listing, textsOf(data.messages.slice(own + 1)));
}
