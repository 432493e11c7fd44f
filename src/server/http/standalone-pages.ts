import type { FastifyInstance } from 'fastify';
import type { PublicConfig } from '#contract/config.ts';
import type { PageRenderer } from './page-renderer.ts';

type Page = { path: string; id: 'phone-test' | 'phone-test-verify'; headers: Record<string, string> };

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

/** What no other page of the shop may use: the phone's own sensors. */
const SENSORS = ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'microphone', 'publickey-credentials-create', 'publickey-credentials-get'];
const NOT_HERE = ['display-capture', 'magnetometer', 'midi', 'payment', 'usb'];

const PAGES: Page[] = [
  {
    path: '/phone-test',
    id: 'phone-test',
    headers: { 'permissions-policy': [...SENSORS.map((name) => `${name}=(self)`), ...NOT_HERE.map((name) => `${name}=()`)].join(', ') },
  },
  { path: '/phone-test/verify', id: 'phone-test-verify', headers: {} },
];

/** Serves the pages that run without React: the test of a phone, and what checks its signed result. They are the same for everybody. */
export function serveStandalonePages(
  app: FastifyInstance,
  { renderStandalone, standaloneAssetsOf }: Pick<PageRenderer, 'renderStandalone' | 'standaloneAssetsOf'>,
  config: () => Promise<PublicConfig>,
): void {
  for (const { path, id, headers } of PAGES) {
    app.get(path, async (_request, reply) => {
      const html = await renderStandalone(id, await config(), standaloneAssetsOf(id));
      return reply
        .headers({ ...headers, 'content-security-policy': POLICY, 'cache-control': 'no-cache', 'referrer-policy': 'same-origin' })
        .type('text/html; charset=utf-8')
        .send(html);
    });
  }
}
