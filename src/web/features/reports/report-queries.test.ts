import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Api } from '../../api.ts';
import { reportedStatusOptions, sendReport } from './report-queries.ts';

const LISTING = { _id: 'a-phone', model_name: 'Pixel 7', reportedStatus: null, sellerEmail: '•' };

test('Refetching all queries doesn’t ask for the report status of every card, and a report still does', async () => {
  const call = vi.fn(async () => ({ reportedStatus: 'reported' }));
  const queries = new QueryClient();
  const options = reportedStatusOptions({ call } as unknown as Api, LISTING);
  const stop = new QueryObserver(queries, options).subscribe(() => undefined);
  expect(queries.getQueryData(options.queryKey)).toBeNull();

  await queries.invalidateQueries();
  await queries.resetQueries();
  expect(call).not.toHaveBeenCalled();

  await queries.fetchQuery({ ...options, staleTime: 0 });
  expect(call).toHaveBeenCalledOnce();
  expect(queries.getQueryData(options.queryKey)).toBe('reported');
  stop();
});

test('A report names the listing and sends nothing else of it, so that no listing is too long to report', async () => {
  const call = vi.fn(async () => ({ acknowledged: true }));
  const onPage = { ...LISTING, description: '電'.repeat(5000), similar: [LISTING] };
  await sendReport({ call } as unknown as Api, onPage, { reason: 'fake' });
  expect(call).toHaveBeenCalledWith('POST /reportedItems', { body: { _id: 'a-phone', reason: 'fake' } });
});
