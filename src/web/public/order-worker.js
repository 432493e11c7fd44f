// Shows a paid order's page without a connection. It only ever answers with what that page stored itself, and only when the shop doesn't answer.

const CACHE = 'order-pages';
/** A connection this slow is none, in milliseconds. */
const PATIENCE_MS = 5000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === self.location.origin) event.respondWith(answer(request));
});

async function answer(request) {
  const stored = await caches.match(request.url, { cacheName: CACHE, ignoreVary: true });
  if (!stored) return fetch(request);
  const tooSlow = new Promise((_, reject) => setTimeout(reject, PATIENCE_MS));
  return Promise.race([fetch(request), tooSlow]).catch(() => stored);
}
