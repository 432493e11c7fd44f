import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { StaticRouterProvider, useLocation } from '../router/index.ts';
import { createFragmentCache } from './fragment-cache.tsx';

const VIEW = { params: {}, title: '', ids: [] };
const PHONE = '\u{1f4f1}';
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
  const forPage = (cache: ReturnType<typeof createFragmentCache>, address: string) => {
    const page = cache.forPage(new URL(address, 'http://shop'), ({ address: place, children }) => (
      <StaticRouterProvider address={place} view={VIEW}>
        {() => children}
      </StaticRouterProvider>
    ));
    const read = (html: string): string => new TextDecoder().decode(page.assemble(html, (bytes) => new Uint8Array(bytes + 9)));
    return { ...page, read, html: (key: string, part: ReactElement) => read(page.place(key, part)) };
  };

  it('A fragment is rendered once, and links back to the page that it is on', () => {
    const cache = createFragmentCache();
    const one = forPage(cache, '/category/Apple').html('a', <Part text="A phone" />);
    const other = forPage(cache, '/search?search=%22a%22&sort=<b>').html('a', <Part text="A phone" />);
    expect(one).toBe('<p><b>A phone</b><a href="/login?from=%2Fcategory%2FApple">Log in</a></p>');
    expect(other).toBe(`<p><b>A phone</b><a href="/login?from=${encodeURIComponent('/search?search=%22a%22&sort=%3Cb%3E')}">Log in</a></p>`);
    expect(rendered).toEqual(['A phone']);
  });

  it('A fragment that shows something else is another one', () => {
    const cache = createFragmentCache();
    const html = (key: string, text: string) => forPage(cache, '/').html(key, <Part text={text} />);
    expect(html('a', 'Before')).toContain('Before');
    expect(html('b', 'After')).toContain('After');
    expect(html('a', 'Before')).toContain('Before');
    expect(rendered).toEqual(['Before', 'After']);
  });

  it('Fragments stand where the page placed them, between the page’s own text', () => {
    const page = forPage(createFragmentCache(), '/é');
    const [one, other] = [page.place('a', <b>1 · ’</b>), page.place('b', <b>{`2 ${PHONE}`}</b>)];
    expect(page.read(`<p>ü ${one}</p><p>${other} ${PHONE}</p>`)).toBe(`<p>ü <b>1 · ’</b></p><p><b>2 ${PHONE}</b> ${PHONE}</p>`);
  });

  it('A value that a fragment shows is written once, and stands in the page’s data as JSON that no element ends in', () => {
    const cache = createFragmentCache();
    const phone = { name: '</script> \u2028' };
    const json = '{"name":"\\u003c/script> \\u2028"}';
    for (const address of ['/a', '/b']) {
      const page = forPage(cache, address);
      const item = page.placeShown(phone, '', <Part text="A phone" />);
      const data = JSON.stringify({ before: 1, items: [page.standIn(phone), page.standIn({ other: true }), page.standIn(null)] });
      expect(page.read(`<li>${item}</li>${data}`)).toMatch(/^<li><p><b>A phone<\/b>.*<\/li>/u);
      expect(page.read(`${item}${data}`).endsWith(`{"before":1,"items":[${json},{"other":true},null]}`)).toBe(true);
    }
    expect(rendered).toEqual(['A phone']);
    forPage(cache, '/').placeShown(phone, 'first', <Part text="The first phone" />);
    expect(rendered).toEqual(['A phone', 'The first phone']);
  });

  it('Old fragments make room for new ones, by size', () => {
    const page = forPage(createFragmentCache(), '/');
    const large = 'x'.repeat(1_000_000);
    for (let number = 0; number < 25; number += 1) page.place(`${number}`, <Part text={large} />);
    page.place('24', <Part text={large} />);
    expect(rendered.length).toBe(25);
    page.place('0', <Part text={large} />);
    expect(rendered.length).toBe(26);
  });
});
