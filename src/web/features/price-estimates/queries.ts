import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api.ts';

/** The fields of a phone that a seller has filled in so far, by their own names. */
export type PhoneInput = Record<'brand' | 'model_name' | 'storage' | 'condition' | 'original_price' | 'resale_price' | 'purchase_year' | 'year_of_use', string>;

export function priceEstimateOptions(api: Api, input: PhoneInput) {
  return queryOptions({
    queryKey: ['price-estimate', input],
    queryFn: ({ signal }) => api.call('GET /priceEstimate', { query: input, signal }),
    retry: false,
  });
}

export function priceHistoryOptions(api: Api, { brand, model_name }: { brand: string; model_name: string }) {
  return queryOptions({
    queryKey: ['price-history', brand, model_name],
    queryFn: () => api.call('GET /priceHistory', { query: { brand, model_name } }),
  });
}

/** The catalog's models with what they typically sell for. */
export const pricedModelsOptions = (api: Api) => queryOptions({ queryKey: ['model-prices'], queryFn: () => api.call('GET /modelPrices', {}) });

/** What a model sells for. */
export const modelPricesOptions = (api: Api, id: string) =>
  queryOptions({ queryKey: ['model-prices', id], queryFn: () => api.call('GET /modelPrices/:id', { params: { id } }) });
