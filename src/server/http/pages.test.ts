import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { isPageAddress, toReadableUrl } from './pages.ts';

const app = Fastify({ rewriteUrl: (request) => toReadableUrl(request.url ?? '/'), routerOptions: { maxParamLength: 500 } });
app.get('/*', async (_request, reply) => reply.status(404).send('the 404 page'));

describe('Page addresses', () => {
  afterEach(() => app.close());

  it('Answers the 404 page to addresses that can’t be read or are too long for the router', async () => {
    for (const url of ['/%zz', '/category/%', '/%E0%A4%A', `/${'x'.repeat(600)}`]) {
      const response = await app.inject({ method: 'GET', url });
      expect([url, response.statusCode, response.body]).toEqual([url, 404, 'the 404 page']);
    }
  });

  it('Answers the 404 page to addresses that hide a host behind a backslash', () => {
    for (const url of ['/\\', '/\\[', '/\\evil.test/', '/a\\b?x=1']) expect(toReadableUrl(url)).toBe('/page-not-found');
    expect(toReadableUrl('/?search=\\')).toBe('/?search=\\');
  });

  it('Answers unreadable addresses below /api as the API', () => {
    expect(toReadableUrl('/api/products/%zz')).toBe('/api/products/%zz');
  });

  it('Preserves the query of an address, however it is encoded', () => {
    expect(toReadableUrl('/search?search=%zz')).toBe('/search?search=%zz');
  });

  it('Doesn’t treat addresses of the API, pictures and practice providers as pages', () => {
    const others = [
      '/api',
      '/api/products?x=1',
      '/images/a/320.webp',
      '/practice-cards/v1',
      '/practice-google',
      '/healthz',
      '/readyz',
      '/metrics',
      '/plain-page.css',
    ];
    expect(others.filter(isPageAddress)).toEqual([]);
    expect(['/', '/apiary', '/imagesque', '/category/api'].every(isPageAddress)).toBe(true);
  });
});
