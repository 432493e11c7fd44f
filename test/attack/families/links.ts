import { insertedId, mustSucceed, requestBooking } from '../../support/world/calls.ts';
import { type Family, must, mustRefuse } from '../attack.ts';
import { linkTo, listPhone, signUp } from '../people.ts';

const ELSEWHERE = [
  'http://evil.example/',
  'https://evil.example/reset',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  'http:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://127.0.0.1@evil.example/',
  'http://127.0.0.1.evil.example/',
  '\\\\evil.example',
  'http://evil.example#@127.0.0.1/',
];

export const linkAttacks: Family = {
  name: 'Links and requests in the shop’s name',
  attacks: [
    {
      name: 'a password reset that leads elsewhere',
      run: async (scene) => {
        const victim = await scene.person('buyer');
        const attacker = scene.client();
        const refused: number[] = [];
        for (const redirectTo of ELSEWHERE) {
          const reply = await attacker.ask('POST', '/api/auth/request-password-reset', { json: { email: victim.email, redirectTo } });
          refused.push(reply.status);
        }
        const link = await linkTo(victim.client, victim.email, 'reset');
        must(link === null || link.origin === scene.shop.url, `a mail links to ${link?.origin}`);
        must(link === null || !/evil/u.test(decodeURIComponent(link.href)), `a mail links to ${link?.href}`);
        must(
          refused.every((status) => status >= 400),
          `asked to redirect elsewhere, the shop answers ${refused.join(', ')}`,
        );
        return `12 addresses refused: ${[...new Set(refused)].join(', ')}`;
      },
    },
    {
      name: 'a Host of one’s own in the mail of a reset',
      run: async (scene) => {
        const victim = await scene.person('buyer');
        const attacker = scene.client();
        for (const headers of [
          { host: 'evil.example' },
          { host: `127.0.0.1:${scene.shop.port}.evil.example` },
          { host: `evil.example@127.0.0.1:${scene.shop.port}` },
          { host: '[evil.example]' },
          { host: '' },
          { 'x-forwarded-host': 'evil.example' },
          { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
          { forwarded: 'host=evil.example;proto=https' },
          { origin: 'http://evil.example', host: 'evil.example' },
        ] as Record<string, string>[]) {
          const reply = await attacker.ask('POST', '/api/auth/request-password-reset', {
            json: { email: victim.email, redirectTo: '/reset-password' },
            headers,
          });
          must(reply.status < 500, `${JSON.stringify(headers)} was answered with ${reply.status}`);
          if ('host' in headers) must(reply.status >= 400, `${JSON.stringify(headers)} was answered with ${reply.status}`);
        }
        const link = await linkTo(victim.client, victim.email, 'reset');
        must(link === null || link.origin === scene.shop.url, `a mail links to ${link?.origin}`);
        return link === null ? 'no mail' : `a mail that links to ${link.origin}`;
      },
    },
    {
      name: 'strange hosts of pages, pictures and the practice sign-in',
      run: async (scene) => {
        const client = scene.client();
        const statuses = new Set<number>();
        for (const path of ['/', '/api/products', '/practice-google/authorize', '/practice-cards/v1/payment_intents', '/sitemap.xml', '/api/auth/get-session'])
          for (const host of ['evil.example', 'a@b', '[', '[::1', '127.0.0.1:99999', '127.0.0.1:1', ' ', 'x'.repeat(5000)]) {
            const reply = await client.ask('GET', path, { headers: { host } });
            must((reply.status >= 400 && reply.status < 500) || reply.status === 0, `${path} of host ${host.slice(0, 40)} was answered with ${reply.status}`);
            must(!reply.text.includes('evil.example'), `${path} repeats the host`);
            statuses.add(reply.status);
          }
        return [...statuses].join(', ');
      },
    },
    {
      name: 'a sign-in with Google that ends elsewhere',
      run: async (scene) => {
        const client = scene.client();
        for (const callbackURL of ELSEWHERE)
          for (const field of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL'])
            mustRefuse(
              await client.ask('POST', '/api/auth/sign-in/social', { json: { provider: 'google', callbackURL: '/', [field]: callbackURL } }),
              `${field} ${callbackURL}`,
            );
        return '36 refused';
      },
    },
    {
      name: 'other sites that act with a shopper’s cookie',
      run: async (scene) => {
        const buyer = await scene.person('buyer');
        const id = await listPhone(await scene.person('seller'));
        buyer.client.token = '';
        const body = JSON.stringify({ productId: id, phone: '1', meeting_location: 'x' });
        const json = { 'content-type': 'application/json' };
        const ways: Record<string, Record<string, string | null>> = {
          'another origin': { ...json, origin: 'http://evil.example' },
          'another port': { ...json, origin: 'http://127.0.0.1:1' },
          'https instead': { ...json, origin: scene.shop.url.replace('http:', 'https:') },
          'Origin: null': { ...json, origin: 'null' },
          'no origin': { ...json, origin: null },
          'a foreign referer': { ...json, origin: null, referer: 'http://evil.example/page' },
          'a cross-site fetch': { ...json, origin: null, 'sec-fetch-site': 'cross-site' },
          'a same-site fetch': { ...json, origin: null, 'sec-fetch-site': 'same-site' },
          'text/plain': { 'content-type': 'text/plain' },
          'a form': { 'content-type': 'application/x-www-form-urlencoded' },
          'no type': {},
        };
        for (const [what, headers] of Object.entries(ways)) {
          mustRefuse(await buyer.client.ask('POST', '/api/bookings', { body, headers }), `a booking from ${what}`);
          mustRefuse(await buyer.client.ask('POST', '/api/reportedItems', { body: JSON.stringify({ _id: id }), headers }), `a report from ${what}`);
        }
        const own = await buyer.client.ask('POST', '/api/bookings', { body, headers: json });
        must(own.status === 201, `the shop’s own page was answered with ${own.status}: ${own.text}`);
        return `${Object.keys(ways).length} ways refused, the shop’s own page served`;
      },
    },
    {
      name: 'cookies on calls that want a token',
      run: async (scene) => {
        const buyer = await scene.person('buyer');
        buyer.client.token = '';
        for (const [method, path] of [
          ['GET', `/api/bookings?email=${buyer.email}`],
          ['GET', '/api/personalData'],
          ['DELETE', '/api/personalData'],
          ['GET', '/api/sessions'],
          ['POST', '/api/password'],
        ] as const)
          mustRefuse(await buyer.client.ask(method, path, { json: method === 'GET' ? undefined : {} }), `${method} ${path}`, [401]);
        return 'five refused';
      },
    },
    {
      name: 'preflights and readings from other origins',
      run: async (scene) => {
        const client = scene.client();
        for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:1']) {
          const preflight = await client.ask('OPTIONS', '/api/bookings', {
            headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
          });
          const read = await client.ask('GET', '/api/products', { headers: { origin } });
          for (const { headers } of [preflight, read])
            must(headers['access-control-allow-origin'] === undefined && headers['access-control-allow-credentials'] === undefined, `${origin} is allowed`);
        }
        return 'no origin let in';
      },
    },
    {
      name: 'headers that would change what others are shown',
      run: async (scene) => {
        const client = scene.client();
        const poisons = {
          'x-forwarded-host': 'evil.example',
          'x-host': 'evil.example',
          'x-original-url': '/admin',
          'x-rewrite-url': '/admin',
          'x-http-method-override': 'DELETE',
          'x-forwarded-proto': 'gopher',
        };
        for (const path of ['/', '/category/Samsung', '/sitemap.xml', '/api/products?limit=3', '/api/config']) {
          await client.ask('GET', `${path}`, { headers: poisons });
          const clean = mustSucceed(await scene.client().ask('GET', path), path);
          must(!/evil\.example|gopher/u.test(clean.text), `${path} shows a stranger’s header to others`);
        }
        return 'five pages as they were';
      },
    },
    {
      name: 'names and texts that are markup',
      run: async (scene) => {
        const markup = '"><img src=x onerror=alert(1)><script>alert(1)</script>{{7*7}}';
        const seller = await scene.person('seller', { name: markup.slice(0, 150) });
        const id = await listPhone(seller, { model_name: markup, description: markup, location: markup });
        for (const path of [`/selected-items-details/${id}`, '/category/Samsung', `/search?search=${encodeURIComponent(markup)}`]) {
          const { text } = await scene.client().ask('GET', path);
          must(!/<img src=x|<script>alert/u.test(text), `${path} holds a seller’s markup`);
        }
        const buyer = await scene.person('buyer', { name: markup.slice(0, 150) });
        insertedId(mustSucceed(await requestBooking(buyer, id), 'booking'));
        return 'shown as text';
      },
    },
    {
      name: 'pictures of a listing from addresses within',
      run: async (scene) => {
        const { client, email } = await scene.person('seller');
        const { listingInput } = await import('../../support/world/values.ts');
        const addresses = [
          'http://169.254.169.254/latest/meta-data/',
          'http://127.0.0.1:22/',
          'file:///etc/passwd',
          'https://evil.example/track.gif',
          '//evil.example/x.png',
          '/images/none/1.webp',
          'javascript:alert(1)',
          '/api/personalData',
          'http://[::1]/',
          scene.shop.url,
        ];
        for (const image of addresses)
          mustRefuse(await client.ask('POST', `/api/products?email=${email}`, { json: listingInput({ image }) }), `a picture at ${image}`, [422]);
        return `${addresses.length} refused`;
      },
    },
    {
      name: 'an address confirmed by whoever finds the mail, with a password of the first comer',
      run: async (scene) => {
        const attacker = scene.client();
        const email = 'victim-of-a-first-comer@example.test';
        mustSucceed(await attacker.ask('POST', '/api/auth/sign-up/email', { json: { email, name: 'Not Me', password: 'practice123' } }), 'signing up');
        const owner = scene.client();
        const link = await linkTo(owner, email, '/verify-email');
        must(link !== null && link.origin === scene.shop.url, 'no mail asks to confirm');
        await owner.ask('POST', `${link?.pathname}${link?.search}`, { form: new URLSearchParams() });
        const still = await attacker.ask('GET', `/api/jwt?email=${email}`);
        must(still.status === 401, `the first comer’s session still answers ${still.status}`);
        const again = await scene.client().ask('POST', '/api/auth/sign-in/email', { json: { email, password: 'practice123' } });
        must(again.status >= 400, 'the first comer’s password still opens the account');
        return `session ${still.status}, password ${again.status}`;
      },
    },
    {
      name: 'links of mails used twice, late, or by guess',
      run: async (scene) => {
        const client = scene.client();
        const person = await signUp(client, { email: 'twice@example.test', role: 'buyer' });
        await client.ask('POST', '/api/auth/request-password-reset', { json: { email: person.email, redirectTo: '/reset-password' } });
        const link = await linkTo(client, person.email, 'reset');
        const token = link?.searchParams.get('token') ?? link?.pathname.split('/').at(-1) ?? '';
        mustSucceed(await client.ask('POST', '/api/auth/reset-password', { json: { newPassword: 'another123pass', token } }), 'a reset');
        const other = scene.client();
        for (const tried of [token, token.toUpperCase(), '', 'a', 'x'.repeat(5000), `${token}%00`])
          mustRefuse(await other.ask('POST', '/api/auth/reset-password', { json: { newPassword: 'third123pass', token: tried } }), 'a used link');
        return 'six refused';
      },
    },
  ],
};
