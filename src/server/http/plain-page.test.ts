import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { PLAIN_STYLE_PATH, plainPage } from './plain-page.ts';

const BUILD_MS = 120_000;

function chooserAt(host: string) {
  return `/practice-google/authorize?${new URLSearchParams({ client_id: 'redial-practice', redirect_uri: `http://${host}/api/auth/callback/google`, state: '"><script>', code_challenge: 'x' })}`;
}

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({}, { pages: true });
}, BUILD_MS);
afterAll(() => test.close());

function get(url: string): Promise<LightMyRequestResponse> {
  return test.app.inject({ method: 'GET', url });
}

describe('Plain pages', () => {
  it.each([
    ['the practice Google chooser', chooserAt('localhost'), 200],
    ['a login that comes from another site', chooserAt('elsewhere.test'), 400],
    ['the practice bank without a payment', '/practice-cards/challenge/pi_unknown', 404],
  ])('The page %s uses the shared style sheet and no scripts, and its policy allows nothing else', async (_which, url, status) => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([status, 'text/html; charset=utf-8', 'no-store']);
    expect(body.match(/<link rel="stylesheet" href="[^"]*">/gu)).toEqual([`<link rel="stylesheet" href="${PLAIN_STYLE_PATH}">`]);
    expect(body).not.toMatch(/<script|<style|<[^>]+\s(?:style|on\w+)=/iu);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; style-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(headers['referrer-policy']).toBe('same-origin');
  });

  it('Serves the style of plain pages from the shop itself', async () => {
    const { statusCode, headers, body } = await get(PLAIN_STYLE_PATH);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect(body).toContain('prefers-color-scheme: dark');
  });

  it('Shows the title and logo as text on plain pages, whatever they contain', async () => {
    const html = await plainPage('</title><script>', '', { mark: '<b>"' }).text();
    expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>');
    expect(html).toContain('<p class="mark">&lt;b&gt;&quot;</p>');
  });
});
