import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from './api.ts';
import { AppContext, type AppValue } from './use-app.tsx';

/** How long a read counts as fresh, in milliseconds. */
const FRESH_MS = 30_000;

export function createQueries(side: 'server' | 'browser'): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline, a read fails and says so; by default it would wait silently. What failed is read when the connection is back.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: ({ state }) => state.status === 'error',
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        retry: side === 'server' ? false : isWorthRetrying,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Retrying a rejected request changes nothing; only a lost connection or a server error is worth another try. */
const isWorthRetrying = (failures: number, error: Error): boolean => failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Wraps every page in the providers it needs. */
export function App({ shop, queries, children }: { shop: AppValue; queries: QueryClient; children: ReactNode }) {
  return (
    <AppContext value={shop}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </AppContext>
  );
}
