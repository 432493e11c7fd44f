import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NextPage } from './next-page.tsx';

const query = {
  data: undefined,
  error: new Error('no connection'),
  hasNextPage: true,
  isFetching: false,
  isFetchingNextPage: false,
  fetchNextPage: () => null,
  refetch: () => null,
};

test('Only a next page that couldn’t be loaded is said to have failed, not a list that couldn’t be read again', () => {
  const show = (isFetchNextPageError: boolean) => renderToStaticMarkup(<NextPage query={{ ...query, isFetchNextPageError }} />);
  expect(show(true)).toContain('We couldn’t load more.');
  expect(show(false)).not.toContain('We couldn’t load more.');
});
