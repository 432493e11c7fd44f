import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api.ts';

/** What a seller has filled in of a phone so far, by the fields' own names. */
export type PhoneInput = Record<'brand' | 'model_name' | 'storage' | 'condition' | 'original_price' | 'resale_price' | 'purchase_year' | 'year_of_use', string>;

export const priceEstimateOptions = (api: Api, input: PhoneInput) =>
  queryOptions({
    queryKey: ['worth', input],
    queryFn: ({ signal }) => api.call('GET /priceEstimate', { query: input, signal }),
    retry: false,
  });

export const priceHistoryOptions = (api: Api, { brand, model_name }: { brand: string; model_name: string }) =>
  queryOptions({
    queryKey: ['price-history', brand, model_name],
    queryFn: () => api.call('GET /priceHistory', { query: { brand, model_name } }),
  });
