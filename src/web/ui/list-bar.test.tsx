import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StaticRouterProvider } from '../router/index.ts';
import { ListBar } from './list-bar.tsx';

test('Searching one of a page’s lists leaves the search and order of the others as they are', () => {
  const html = renderToStaticMarkup(
    <StaticRouterProvider
      address={new URL('/dashboard/reviewQueue?search=Pixel&answered-search=Nokia&answered-sort=oldest', 'http://shop')}
      view={{ params: {}, title: '', ids: [] }}
    >
      {() => <ListBar filter={{ search: 'Nokia', sort: 'oldest' }} label="Appeals" prefix="answered-" />}
    </StaticRouterProvider>,
  );
  const names = [...html.matchAll(/ name="([^"]*)"/gu)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(['answered-search', 'answered-sort', 'search']);
  expect(html).toContain('<input type="hidden" name="search" value="Pixel"/>');
});
