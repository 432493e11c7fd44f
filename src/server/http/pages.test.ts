import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { isPageAddress, toReadableUrl } from './pages.ts';

const app = Fastify({ rewriteUrl: (request) => toReadableUrl(request.url ?? '/'), routerOptions: { maxParamLength: 500 } });
app.get('/*', async (_request, reply) => reply.status(404).send('the 404 page'));

describe('addresses of pages', () => {
  afterEach(() => app.close());

  it('are answered with the 404 page when they can’t be read or are longer than the router takes', async () => {
    for (const url of ['/%zz', '/category/%', '/%E0%A4%A', `/${'x'.repeat(600)}`]) {
      const response = await app.inject({ method: 'GET', url });
      expect([url, response.statusCode, response.body]).toEqual([url, 404, 'the 404 page']);
    }
  });

  it('that hide a host behind a backslash are answered with the 404 page too', () => {
    for (const url of ['/\\', '/\\[', '/\\evil.test/', '/a\\b?x=1']) expect(toReadableUrl(url)).toBe('/page-not-found');
    expect(toReadableUrl('/?search=\\')).toBe('/?search=\\');
  });

  it('that can’t be read stay refusals of the API below /api', () => {
    expect(toReadableUrl('/api/products/%zz')).toBe('/api/products/%zz');
  });

  it('keep their query, however it is written', () => {
    expect(toReadableUrl('/search?search=%zz')).toBe('/search?search=%zz');
  });

  it('are not those of the API, the pictures and the practice providers', () => {
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
