import { afterEach, describe, expect, it } from 'vitest';
import { StaticRouterProvider, useLocation } from '../router/index.ts';
import { createFragmentCache } from './fragment-cache.tsx';

const VIEW = { params: {}, title: '', ids: [] };
const rendered: string[] = [];
afterEach(() => rendered.splice(0));

function Part({ text }: { text: string }) {
  const { pathname, search } = useLocation();
  rendered.push(text);
  return (
    <p>
      <b>{text}</b>
      <a href={`/login?${new URLSearchParams({ from: `${pathname}${search}` })}`}>Log in</a>
    </p>
  );
}

describe('The fragment cache', () => {
  const forPage = (cache: ReturnType<typeof createFragmentCache>, address: string) =>
    cache.forPage(new URL(address, 'http://shop'), ({ address: place, children }) => (
      <StaticRouterProvider address={place} view={VIEW}>
        {() => children}
      </StaticRouterProvider>
    ));

  it('A fragment is rendered once, and links back to the page that it is on', () => {
    const cache = createFragmentCache();
    const one = forPage(cache, '/category/Apple').html('a', <Part text="A phone" />);
    const other = forPage(cache, '/search?search=%22a%22&sort=<b>').html('a', <Part text="A phone" />);
    expect(one).toBe('<p><b>A phone</b><a href="/login?from=%2Fcategory%2FApple">Log in</a></p>');
    expect(other).toBe(`<p><b>A phone</b><a href="/login?from=${encodeURIComponent('/search?search=%22a%22&sort=%3Cb%3E')}">Log in</a></p>`);
    expect(rendered).toEqual(['A phone']);
  });

  it('A fragment that shows something else is another one', () => {
    const page = forPage(createFragmentCache(), '/');
    expect(page.html('a', <Part text="Before" />)).toContain('Before');
    expect(page.html('b', <Part text="After" />)).toContain('After');
    expect(page.html('a', <Part text="Before" />)).toContain('Before');
    expect(rendered).toEqual(['Before', 'After']);
  });

  it('Old fragments make room for new ones, by size', () => {
    const page = forPage(createFragmentCache(), '/');
    const large = 'x'.repeat(1_000_000);
    for (let number = 0; number < 12; number += 1) page.html(`${number}`, <Part text={large} />);
    page.html('11', <Part text={large} />);
    expect(rendered.length).toBe(12);
    page.html('0', <Part text={large} />);
    expect(rendered.length).toBe(13);
  });
});
