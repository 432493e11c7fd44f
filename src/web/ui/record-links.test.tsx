import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StaticRouterProvider } from '../router/index.ts';
import { ListingName } from './record-links.tsx';

test('A listing’s name leads to its page only where that is shown', () => {
  const isLink = (status: string): boolean =>
    renderToStaticMarkup(
      <StaticRouterProvider address={new URL('http://shop/dashboard/reviewQueue')} view={{ params: {}, title: '', ids: [] }}>
        {() => <ListingName listing={{ _id: 'phone', model_name: 'Galaxy S21', status }} />}
      </StaticRouterProvider>,
    ).includes('href');
  expect(['available', 'reported', 'sold', 'paused', 'on_hold', 'suspended', 'removed'].filter(isLink)).toEqual(['available', 'reported', 'sold', 'paused']);
});
