import { type Family, flood, inTurn, must, mustNotFail, mustRefuse, type Scene, tally } from '../attack.ts';
import type { Reply } from '../client.ts';

const SECONDS = 3;
/** The most connections that one network may keep open. */
const CONNECTIONS = 768;

const FIXED = ['/sitemap.xml', '/robots.txt', '/healthz', '/readyz', '/.well-known/security.txt', '/api/docs', '/api/config', '/site.webmanifest'];
const WORDS = ['galaxi', 'iphne', 'pixl', 'samsng note', 'under 300 blak 128', 'xaiomi redmi 5g', 'one plus nord', 'mototrola'];

export const readAttacks: Family = {
  name: 'Cheap reads that cost the shop much',
  attacks: [
    { name: '/api/openapi.json?x=N, 24 a second', run: (scene) => floodOf(scene, { path: (number) => `/api/openapi.json?x=${number}`, perSecond: 24 }) },
    { name: '/?x=N, 50 a second', run: (scene) => floodOf(scene, { path: (number) => `/?x=${number}`, perSecond: 50 }) },
    { name: '/?x=N from ten networks, 100 a second', run: (scene) => floodOf(scene, { path: (number) => `/?x=${number}`, perSecond: 100, networks: 10 }) },
    {
      name: 'category pages with filters at random, 60 a second',
      run: (scene) => floodOf(scene, { path: (number) => `/category/Samsung?minPrice=${number}&maxPrice=${number + 300}`, perSecond: 60 }),
    },
    {
      name: 'category pages with filters at random from 20 networks, 100 a second',
      run: (scene) => floodOf(scene, { path: (number) => `/category/Apple?minPrice=${number}`, perSecond: 100, networks: 20 }),
    },
    {
      name: 'lists at random, 150 a second',
      run: (scene) => floodOf(scene, { path: (number) => `/api/products?minPrice=${number}&limit=100`, perSecond: 150 }),
    },
    {
      name: 'searches with typos, 100 a second',
      run: (scene) =>
        floodOf(scene, { path: (number) => `/api/searchProducts?search=${encodeURIComponent(`${inTurn(WORDS, number)} ${number}`)}`, perSecond: 100 }),
    },
    {
      name: 'search pages with typos, 50 a second',
      run: (scene) => floodOf(scene, { path: (number) => `/search?search=${encodeURIComponent(`${inTurn(WORDS, number)} ${number}`)}`, perSecond: 50 }),
    },
    {
      name: 'counts of filters, 60 a second',
      run: (scene) =>
        floodOf(scene, { path: (number) => `/api/productFacets?search=${encodeURIComponent(`${inTurn(WORDS, number)} ${number}`)}`, perSecond: 60 }),
    },
    { name: 'pages that are not there, 100 a second', run: (scene) => floodOf(scene, { path: (number) => `/nowhere/${number}`, perSecond: 100 }) },
    {
      name: 'listings that are not there, 100 a second',
      run: (scene) =>
        floodOf(scene, { path: (number) => `/selected-items-details/0199aaaa-0000-7000-8000-${String(number).padStart(12, '0')}`, perSecond: 100 }),
    },
    {
      name: 'comparisons at random, 40 a second',
      run: (scene) => floodOf(scene, { path: (number) => `/compare?ids=${number},${number + 1},${number + 2}`, perSecond: 40 }),
    },
    {
      name: 'price questions at random, 60 a second',
      run: (scene) => floodOf(scene, { path: (number) => `/api/priceEstimate?brand=Samsung&model_name=Galaxy%20S2${number}&storage=${number}`, perSecond: 60 }),
    },
    {
      name: 'sitemaps, icons and health with queries of their own, 100 a second',
      run: (scene) =>
        floodOf(scene, {
          path: (number) => `${inTurn(FIXED, number)}?x=${number}`,
          perSecond: 100,
        }),
    },
    {
      name: 'pictures of sizes and names nobody asked for, 100 a second',
      run: async (scene) => {
        const { body } = await scene.client().ask('GET', '/api/products?limit=1');
        const image = (body as { image: string }[])[0]?.image ?? '/images/x/1.webp';
        return floodOf(scene, { path: (number) => `${image.replace(/[^/]*$/u, '')}${number}.webp?w=${number}`, perSecond: 100 });
      },
    },
    {
      name: 'a page in every encoding a client can name, 60 a second',
      run: async (scene) => {
        const client = scene.client();
        const encodings = ['gzip', 'br', 'deflate', 'zstd', 'identity', '*', 'gzip;q=0.1, br;q=0.2', 'br, gzip', 'x'.repeat(2000)];
        const replies = await flood(scene, { perSecond: 60, seconds: SECONDS }, (number) =>
          client.ask('GET', '/category/Google', { headers: { 'accept-encoding': inTurn(encodings, number) } }),
        );
        mustNotFail(replies, 'an encoding');
        return tally(replies);
      },
    },
    { name: 'a connection that asks for pages without end and reads none', run: (scene) => neverRead(scene, { sockets: 1, path: '/', seconds: SECONDS }) },
    {
      name: '40 connections from one network that ask without end and read nothing',
      run: (scene) => neverRead(scene, { sockets: 40, path: '/api/products?limit=100', seconds: SECONDS, network: 900 }),
    },
    {
      name: '60 connections from as many networks that ask for pages at random and read nothing',
      run: (scene) => neverRead(scene, { sockets: 60, path: '/category/Samsung?minPrice=7', seconds: SECONDS }),
    },
    {
      name: '1,000 connections from one network that say nothing, or headers byte by byte',
      run: async (scene) => {
        const open = await Promise.all(Array.from({ length: 1000 }, () => scene.socket(901)));
        for (let times = 0; times < 15; times++) {
          for (const socket of open) if (!socket.destroyed) socket.write(times === 0 ? 'GET / HTTP/1.1\r\n' : `X-${times}: y\r\n`);
          await scene.pause(150);
        }
        const alive = open.filter((socket) => !socket.destroyed && !socket.closed).length;
        must(alive <= CONNECTIONS, `one network keeps ${alive} connections`);
        return `${alive} of 1,000 still open after 2 s`;
      },
    },
    {
      name: 'smuggled, doubled and malformed requests',
      run: async (scene) => {
        const host = `Host: 127.0.0.1:${scene.shop.port}`;
        const requests = [
          `POST /api/users HTTP/1.1\r\n${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n`,
          `GET / HTTP/1.1\r\n${host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
          `GET / HTTP/1.1\r\n${host}\r\n${host}\r\n\r\n`,
          `GET / HTTP/1.1\r\n${host}\r\nHost: evil.example\r\n\r\n`,
          'GET / HTTP/1.1\r\n\r\n',
          `GET http://evil.example/ HTTP/1.1\r\n${host}\r\n\r\n`,
          `TRACE / HTTP/1.1\r\n${host}\r\n\r\n`,
          `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${host}\r\n\r\n`,
          `GET / HTTP/1.1\r\n${host}\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`,
          `GET /\0 HTTP/1.1\r\n${host}\r\n\r\n`,
          `GET /%00 HTTP/1.1\r\n${host}\r\n\r\n`,
          `GET /%zz HTTP/1.1\r\n${host}\r\n\r\n`,
          `GET /images/../../../../etc/passwd HTTP/1.1\r\n${host}\r\n\r\n`,
          `GET /images/..%2f..%2f..%2f..%2fetc%2fpasswd HTTP/1.1\r\n${host}\r\n\r\n`,
        ];
        const firsts: string[] = [];
        for (const request of requests) {
          const socket = await scene.socket();
          let received = '';
          socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
          socket.write(request);
          for (let tries = 0; tries < 20 && received === '' && !socket.destroyed; tries++) await scene.pause(50);
          await scene.pause(50);
          socket.destroy();
          must(!received.includes('root:'), 'a file of the machine is served');
          const first = received.split('\r\n')[0]?.slice(9, 12) ?? '';
          must(!/^(?:2|5)/u.test(first), `${JSON.stringify(request.slice(0, 70))} was answered with ${first}`);
          firsts.push(first || 'closed');
        }
        return firsts.join(', ');
      },
    },
    {
      name: 'cursors of one’s own making',
      run: async (scene) => {
        const client = scene.client();
        const cursors = [
          'eyJpZCI6MX0',
          Buffer.from('[1e999,"x"]').toString('base64url'),
          Buffer.from('{"a":{"b":1}}').toString('base64url'),
          "' or 1=1--",
          '%F0%9F%92%A9',
          '-1',
          '0',
        ];
        const replies: Reply[] = [];
        for (const cursor of cursors) replies.push(await client.ask('GET', `/api/products?cursor=${encodeURIComponent(cursor)}`));
        for (const reply of replies) mustRefuse(reply, 'a cursor');
        return tally(replies);
      },
    },
  ],
};

/** Sends requests at a fixed rate from one network, or in turn from several. */
async function floodOf(
  scene: Scene,
  { path, perSecond, networks = 1 }: { path: (number: number) => string; perSecond: number; networks?: number },
): Promise<string> {
  const clients = Array.from({ length: networks }, () => scene.client());
  const replies = await flood(scene, { perSecond, seconds: SECONDS }, (number) => inTurn(clients, number).ask('GET', path(number)));
  mustNotFail(replies, path(0));
  return tally(replies);
}

/** Sends requests without a pause and never reads a reply. */
async function neverRead(
  scene: Scene,
  { sockets, path, seconds, network }: { sockets: number; path: string; seconds: number; network?: number },
): Promise<string> {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${scene.shop.port}\r\n\r\n`;
  const open = await Promise.all(Array.from({ length: sockets }, () => scene.socket(network)));
  for (const socket of open) socket.pause();
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    for (const socket of open) if (!socket.destroyed && socket.writableLength < 200_000) socket.write(request.repeat(50));
    await scene.pause(50);
  }
  const alive = open.filter((socket) => !socket.destroyed && !socket.closed).length;
  for (const socket of open) socket.destroy();
  return `${alive} of ${sockets} connections still open after ${seconds} s`;
}
