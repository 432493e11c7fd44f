import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes one item of a list before the server has agreed. The returned function takes that back, and leaves what was done to other items meanwhile.
 */
export async function showAtOnce<Item extends object>(
  queries: QueryClient,
  queryKey: QueryKey,
  isIt: (item: Item) => boolean,
  change: Partial<Item>,
): Promise<() => void> {
  await queries.cancelQueries({ queryKey });
  const before = queries.getQueryData<Item[]>(queryKey)?.find(isIt);
  const show = (shown: Partial<Item>) => queries.setQueryData<Item[]>(queryKey, (items) => items?.map((one) => (isIt(one) ? { ...one, ...shown } : one)));
  show(change);
  return () => before && show(before);
}
