import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Conversation } from '#contract/conversations.ts';
import { listingOptions } from '../../queries/listings.ts';
import { useApp } from '../../use-app.tsx';
import { messagesOptions } from './queries.ts';
import { suggestionsFor } from './quick-texts.ts';

/** What the user may want to write next: a buyer's questions, or a seller's answers to what was written since they last wrote. */
export function useSuggestions(conversation: Conversation): string[] {
  const { api } = useApp();
  const { productId, productStatus } = conversation;
  const { data: listing } = useQuery({ ...listingOptions(api, productId), enabled: productStatus === 'available' });
  const { data } = useQuery({ ...messagesOptions(api, useQueryClient(), conversation), enabled: false });
  return listing && data ? suggestionsFor(conversation, { listing, messages: data.messages }) : [];
}
