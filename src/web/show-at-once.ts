import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Changes what a query shows before the server has agreed; the returned function takes it back. */
export async function showAtOnce<Shown>(queries: QueryClient, queryKey: QueryKey, change: (shown: Shown) => Shown): Promise<() => void> {
  await queries.cancelQueries({ queryKey });
  const before = queries.getQueryData<Shown>(queryKey);
  if (before !== undefined) queries.setQueryData<Shown>(queryKey, change(before));
  return () => queries.setQueryData(queryKey, before);
}
