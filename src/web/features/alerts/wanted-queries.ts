import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MetAd, WantedAd } from '#contract/alerts/wanted.ts';
import type { ConditionQuestion } from '#contract/shared/condition-answers.ts';
import { SITE_PAGE_SIZE } from '#contract/shared/page-size.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showAtOnce } from '../../show-at-once.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';
import { savedSearchesOptions } from './queries.ts';

const WANTED = ['wanted-ads'];

/** What a seller has filled in of a phone so far, by the call's own names. */
export type PhoneToList = Record<
  'name' | 'brand' | 'model_name' | 'storage' | 'ram' | 'color' | 'condition' | 'location' | 'purchase_year' | 'resale_price' | ConditionQuestion,
  string
>;

/** Open wanted ads, most recent first, page by page from `cursor` on. */
export const wantedAdsOptions = (api: Api, cursor: string | null) => ({
  ...pagedOptions<WantedAd>([...WANTED, cursor ?? ''], (next) => api.page('GET /wantedAds', { query: { limit: SITE_PAGE_SIZE, cursor: next } })),
  initialPageParam: cursor,
});

/** What sellers would see of a saved search. */
export const wantedPreviewOptions = (api: Api, id: string) =>
  queryOptions({
    queryKey: [PRIVATE, 'wanted-preview', id],
    queryFn: () => api.call('GET /savedSearches/:id/wantedAd', { params: { id } }),
    retry: false,
    staleTime: 0,
  });

/** Who wants a phone that is being listed. */
export const demandOptions = (api: Api, phone: PhoneToList) =>
  queryOptions({ queryKey: [PRIVATE, 'demand', phone], queryFn: ({ signal }) => api.call('GET /wantedAds/forPhone', { query: phone, signal }), retry: false });

/** The wanted ads that the user's own listing meets. */
export const metAdsOptions = (api: Api, id: string) =>
  queryOptions({ queryKey: [PRIVATE, 'met-ads', id], queryFn: () => api.call('GET /products/:id/wantedAds', { params: { id } }), staleTime: 0 });

/** Posts or changes a wanted ad; rejects with the reason it could not. */
export function usePostAd(id: string) {
  const { api } = useApp();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (ad: { topPrice: string; until: string }) => api.call('PUT /savedSearches/:id/wantedAd', { params: { id }, body: ad }),
    onSuccess: async () => {
      showSuccess('Sellers see your wanted ad.');
      await refresh();
    },
  });
}

export function useEndAd() {
  const { api } = useApp();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => api.call('DELETE /savedSearches/:id/wantedAd', { params: { id } }),
    onSuccess: () => showSuccess('Your wanted ad has ended.'),
    onError: (error) => showError(sentenceOf(error)),
    onSettled: refresh,
  });
}

/** Removes somebody's wanted ad, as an admin. */
export function useRemoveAd() {
  const { api } = useApp();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) => api.call('POST /wantedAds/:id/remove', { params: { id }, body: { reason } }),
    onSuccess: async () => {
      showSuccess('The wanted ad is removed.');
      await refresh();
    },
  });
}

/** Answers a wanted ad with a listing. Shows it at once, and takes it back if it fails. */
export function useAnswerAd(listingId: string) {
  const { api } = useApp();
  const queries = useQueryClient();
  const { queryKey } = metAdsOptions(api, listingId);
  return useMutation({
    mutationFn: (adId: string) => api.call('POST /products/:id/answeredAds', { params: { id: listingId }, body: { adId } }),
    onMutate: (adId) => showAtOnce<MetAd>(queries, queryKey, ({ _id }) => _id === adId, { isAnswered: true }),
    onSuccess: () => showSuccess('We’ve sent the buyer a link to your phone.'),
    onError: (error, _adId, takeBack) => {
      takeBack?.();
      showError(sentenceOf(error));
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

function useRefresh() {
  const { api } = useApp();
  const queries = useQueryClient();
  return () => Promise.all([WANTED, savedSearchesOptions(api).queryKey].map((queryKey) => queries.invalidateQueries({ queryKey })));
}
