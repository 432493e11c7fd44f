import fc from 'fast-check';
import type { TestApp } from '#test/support/app.ts';
import { type Operation, operationsOf, soundPlanFor } from '../plan.ts';
import { type Sent, toRequest } from '../send.ts';
import type { World } from '../world.ts';
import { worstPictures, worstSpreadsheets } from './files.ts';
import { longText, PIECES } from './texts.ts';

/** A request near a limit; `name` says which. */
export type Near = { name: string; make(): Promise<Sent> | Sent };

/** The largest JSON body, and the most bytes of headers. */
const BODY_BYTES = 256_000;
const HEAD_BYTES = 14_000;
const BOUNDARY = 'a-line-that-is-in-no-file';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

type Around = { shop: TestApp; world: World; seed: number };

const JSON_BODIES: [string, string][] = [
  ['twenty levels', `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`],
  ['brackets', '['.repeat(BODY_BYTES)],
  ['strings in strings', `{"a":"${'\\"'.repeat(BODY_BYTES / 2 - 20)}"}`],
  ['many keys', `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
  ['a long array', `{"ids":[${'1,'.repeat(BODY_BYTES / 2 - 20)}1]}`],
  ['a long array of texts', `{"photos":[${'"",'.repeat(BODY_BYTES / 3 - 20)}""],"specification":{}}`],
  ['escapes', `{"email":"${'\\u0061'.repeat(BODY_BYTES / 6 - 10)}"}`],
  ['prototypes', `{${'"__proto_":1,'.repeat(15_000)}"a":1}`],
  ['white space', `${' '.repeat(BODY_BYTES - 10)}{}`],
  ['one byte more', `{"a":"${'x'.repeat(BODY_BYTES)}"}`],
  ['ten times as much', `{"a":"${'x'.repeat(BODY_BYTES * 10)}"}`],
];
const JSON_CALLS = [
  '/api/products',
  '/api/bookings',
  '/api/auth/sign-in/email',
  '/api/auth/sign-up/email',
  '/api/create-payment-intent',
  '/api/webhooks/payments',
];

const HEADERS = [
  'user-agent',
  'cookie',
  'referer',
  'origin',
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'x-forwarded-for',
  'if-none-match',
  'content-type',
  'x-request-id',
  'traceparent',
  'forwarded',
];
const PATHS = [
  '/',
  '/login',
  '/search?search=a',
  '/category/samsung',
  '/api/products',
  '/images/x/640.webp',
  '/sitemap.xml',
  '/api/openapi.json',
  '/api/auth/get-session',
];

/** Requests near every limit: of calls, headers, bodies, parts and files. `always`: the largest of each; `some`: picked at random. */
export async function requestsNearLimits({ shop, world, seed }: Around): Promise<{ always: Near[]; some: Near[] }> {
  const operations = operationsOf((await shop.call('GET', '/openapi.json')).body as object).filter((one) => !endsSomething(one));
  const seller = { authorization: `Bearer ${world.people.seller.token}` };
  const upload = (url: string, payload: Buffer): Sent => ({ method: 'POST', url, headers: { ...seller, 'content-type': MULTIPART }, payload });
  const json = (url: string, payload: string): Sent => ({ method: 'POST', url, headers: { ...seller, 'content-type': 'application/json' }, payload });
  const pictures = await worstPictures();
  const small = partOf('note', 'x');
  const always: Near[] = [
    ...pictures.map(([what, bytes]): Near => ({ name: `POST /api/images, ${what}`, make: () => upload('/api/images', multipartOf(partOf('image', bytes))) })),
    ...JSON_CALLS.flatMap((call) => JSON_BODIES.map(([what, body]): Near => ({ name: `POST ${call}, ${what}`, make: () => json(call, body) }))),
    ...['/api/images', '/api/listingImports'].flatMap((call): Near[] => [
      { name: `POST ${call}, many parts`, make: () => upload(call, multipartOf(...Array<Buffer>(20_000).fill(small))) },
      {
        name: `POST ${call}, lines that nearly end it`,
        make: () => upload(call, multipartOf(partOf('image', `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(300_000)))),
      },
      { name: `POST ${call}, a long name`, make: () => upload(call, multipartOf(partOf('image', 'x', 'n'.repeat(70_000)))) },
      { name: `POST ${call}, a head without an end`, make: () => upload(call, Buffer.from(`--${BOUNDARY}\r\nx-a: ${'a\r\n '.repeat(1_000_000)}`)) },
    ]),
    ...worstSpreadsheets().map(
      ([what, bytes]): Near => ({ name: `POST /api/listingImports, ${what}`, make: () => upload('/api/listingImports', multipartOf(partOf('file', bytes))) }),
    ),
  ];
  return { always, some: [...operations.flatMap((operation) => ofOperation(operation, { shop, world, seed })), ...ofHeads()] };
}

const endsSomething = ({ method, path }: Operation): boolean => method === 'DELETE' || path.includes('personalData');

function partOf(field: string, bytes: Buffer | string, name = 'a.bin'): Buffer {
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`),
    Buffer.from(bytes as Buffer),
    Buffer.from('\r\n'),
  ]);
}

const multipartOf = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);

/** Requests with every text of the body as long as allowed, and with long query and path values. */
function ofOperation(operation: Operation, { shop, world, seed }: Around): Near[] {
  const name = `${operation.method} ${operation.path}`;
  const sound = async (): Promise<Sent> => {
    const [plan] = fc.sample(soundPlanFor(operation), { seed, numRuns: 1 });
    if (!plan) throw new Error(`no request for ${name}`);
    return toRequest(plan, world, { shop, files: { picture: Buffer.alloc(10), spreadsheet: Buffer.alloc(10) } });
  };
  return PIECES.flatMap((piece): Near[] => {
    const inAddress = async (): Promise<Sent> => {
      const sent = await sound();
      const text = encodeURIComponent(longText(piece, 4000)).slice(0, HEAD_BYTES / 2);
      const names = operation.query.map(([one]) => `${one}=${text.slice(0, Math.floor(HEAD_BYTES / 2 / operation.query.length))}`);
      return { ...sent, url: `/api${operation.path.replaceAll(/\{\w+\}/gu, text.slice(0, 2000))}${names.length > 0 ? `?${names.join('&')}` : ''}` };
    };
    const addresses: Near[] =
      operation.params.length + operation.query.length > 0 ? [{ name: `${name}, ${JSON.stringify(piece)} in its address`, make: inAddress }] : [];
    if (operation.body?.type !== 'application/json') return addresses;
    const bodies = [201, 5001, BODY_BYTES - 2000].map((size): Near => {
      const make = async (): Promise<Sent> => {
        const sent = await sound();
        const value: unknown = JSON.parse(String(sent.payload ?? '{}'));
        const each = Math.floor(Math.min(size, (BODY_BYTES - 4000) / Math.max(1, countTexts(value))));
        const written = JSON.stringify(
          withTexts(value, longText(piece, Math.max(1, Math.floor((each * piece.length) / (JSON.stringify(piece).length * 3))) + 1)),
        );
        return { ...sent, payload: written };
      };
      return { name: `${name}, ${JSON.stringify(piece)} for ${size} characters in every text`, make };
    });
    return [...addresses, ...bodies];
  });
}

function countTexts(value: unknown): number {
  if (typeof value === 'string') return 1;
  return typeof value === 'object' && value !== null ? Object.values(value).reduce((sum: number, inner) => sum + countTexts(inner), 0) : 0;
}

/** Replaces every text in a JSON value. */
function withTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((inner) => withTexts(inner, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTexts(inner, text)]));
}

function ofHeads(): Near[] {
  return [
    ...PATHS.flatMap((path) =>
      HEADERS.flatMap((header) =>
        PIECES.filter((piece) => /^[\x20-\x7e]+$/u.test(piece)).map(
          (piece): Near => ({
            name: `GET ${path}, ${JSON.stringify(piece)} in ${header}`,
            make: () => get(path, { [header]: longText(piece, HEAD_BYTES).trim() }),
          }),
        ),
      ),
    ),
    ...PATHS.map(
      (path): Near => ({
        name: `GET ${path} with many headers`,
        make: () => get(path, Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`x-${at}`, 'a']))),
      }),
    ),
    ...PATHS.map(
      (path): Near => ({
        name: `GET ${path} with many cookies`,
        make: () => get(path, { cookie: Array.from({ length: 1500 }, (_, at) => `c${at}=1`).join('; ') }),
      }),
    ),
    ...PATHS.map((path): Near => ({ name: `GET ${path} with a head that is too long`, make: () => get(path, { cookie: 'x'.repeat(200_000) }) })),
    ...PATHS.flatMap((path) =>
      ['a=&', 'a[]=1&', '&', '%00&', 'a=%f&', ';'].map(
        (piece): Near => ({
          name: `GET ${path} with many of ${piece}`,
          make: () => get(`${path}${path.includes('?') ? '&' : '?'}${piece.repeat(HEAD_BYTES / piece.length)}`),
        }),
      ),
    ),
    ...['/', '//', '/%2e%2e', '/a', '/%', '/..;', '/api/', '/images/'].flatMap((piece) =>
      [HEAD_BYTES, 2000].map((length): Near => ({ name: `GET ${piece} for ${length} characters`, make: () => get(longText(piece, length, 'x')) })),
    ),
  ];
}

const get = (url: string, headers: Record<string, string> = {}): Sent => ({ method: 'GET', url, headers, payload: undefined });
