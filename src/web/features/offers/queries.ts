import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Offer } from '#contract/offers.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { fieldsOf } from '../../form-errors.ts';
import { listingOptions } from '../../queries/listings.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useSharedFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';

const OFFERS = [PRIVATE, 'offers'];

const PAID_MS = 10_000;

/**
 * The offers of a conversation, newest first. They are read again with each message, since every change of an offer is one; `last`: its number. Only
 * that an agreed price was paid is no message.
 */
export const conversationOffersOptions = (api: Api, { id, last }: { id: string; last: number }) =>
  queryOptions({
    queryKey: [...OFFERS, 'conversation', id, last],
    queryFn: () => api.call('GET /conversations/:id/offers', { params: { id } }),
    placeholderData: (before: Offer[] | undefined) => before,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.some(({ order }) => order !== null && isPayable(order)) ? PAID_MS : false),
  });

export const isPayable = ({ state }: NonNullable<Offer['order']>): boolean => state === 'booked' || state === 'paying';

/** How many offers wait for the seller's answer, by listing. */
export const waitingOffersOptions = (api: Api) => queryOptions({ queryKey: [...OFFERS, 'waiting'], queryFn: () => api.call('GET /offers/waiting', {}) });

/** Below which price offers for the seller's own listing are declined at once. */
export const lowestOfferOptions = (api: Api, id: string) =>
  queryOptions({ queryKey: [...OFFERS, 'lowest', id], queryFn: () => api.call('GET /products/:id/lowestOffer', { params: { id } }), staleTime: 0 });

export function useSetLowestOffer(id: string) {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (price: string | null) => api.call('PUT /products/:id/lowestOffer', { params: { id }, body: { price } }),
    onSuccess: async (_, price) => {
      showSuccess(price === null ? 'You’ll see every offer.' : 'Lower offers are declined for you from now on.');
      await queries.invalidateQueries({ queryKey: lowestOfferOptions(api, id).queryKey });
    },
  });
}

export type Answer = { how: 'accept' | 'refuse' | 'withdraw' } | { how: 'counter'; price: string };

/** Answers or withdraws an offer. What follows appears in the conversation. */
export function useAnswer(id: string) {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: useSharedFlight((answer: Answer) => {
      const params = { id };
      if (answer.how === 'counter') return api.call('POST /offers/:id/counter', { params, body: { price: answer.price } });
      if (answer.how === 'accept') return api.call('POST /offers/:id/accept', { params });
      return answer.how === 'refuse' ? api.call('POST /offers/:id/refuse', { params }) : api.call('POST /offers/:id/withdraw', { params });
    }),
    onSuccess: ({ state }: Offer, { how }: Answer) => {
      // One that is declined at once is no message.
      if (how === 'counter' && state === 'refused') showError('The seller declined this price. You can still accept theirs.');
    },
    // What is wrong with a price stands at its field.
    onError: (error) => {
      if (fieldsOf(error).price === undefined) showError(sentenceOf(error));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [PRIVATE] }),
  });
}

export function useMakeOffer() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { productId: string; price: string; phone: string; meeting_location: string }) => api.call('POST /offers', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [PRIVATE] }),
    // The phone may be sold or gone, or cost something else, by now.
    onError: (_, { productId }) => void queries.invalidateQueries({ queryKey: listingOptions(api, productId).queryKey }),
  });
}
