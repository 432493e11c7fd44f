import { patchesAtRandom } from '../../support/pictures.ts';
import { insertedId, mustSucceed, requestBooking, requestReservation, uploadPicture } from '../../support/world/calls.ts';
import { listingInput } from '../../support/world/values.ts';
import { type Family, flood, inTurn, must, mustNotFail, mustRefuse, type Scene, tally } from '../attack.ts';

/** No request may block the shop for longer, not even a refused one. */
const ONE_REQUEST_MS = 1000;

const LONG = 60_000;
const BESIDE_DIGITS = `1${' '.repeat(LONG)}x`;
/** Texts that make a careless regular expression backtrack. */
const HOSTILE: Record<string, string> = {
  spaces: ' '.repeat(LONG),
  'digits and spaces': '1 '.repeat(LONG / 2),
  'at signs': '@'.repeat(LONG),
  'addresses without an end': 'a'.repeat(LONG),
  'encoded at signs': 'a%40'.repeat(LONG / 4),
  'tokens without an end': `eyJ${'a.'.repeat(LONG / 2)}`,
  'question marks': '?a='.repeat(LONG / 3),
  'Bearer after Bearer': 'Bearer '.repeat(LONG / 7),
  hyphens: '-'.repeat(LONG),
  brackets: '('.repeat(LONG),
};

export const patternAttacks: Family = {
  name: 'Texts that patterns read for too long',
  attacks: [
    {
      name: 'redirectTo of a password reset',
      run: (scene) => {
        const client = scene.client();
        return everyText(
          scene,
          (text) => client.ask('POST', '/api/auth/request-password-reset', { json: { email: 'nobody@example.test', redirectTo: `/${text}` } }),
          'a reset',
        );
      },
    },
    {
      name: 'callbackURL of a sign-in with Google',
      run: (scene) => {
        const client = scene.client();
        return everyText(
          scene,
          (text) => client.ask('POST', '/api/auth/sign-in/social', { json: { provider: 'google', callbackURL: `/${text}` } }),
          'a social sign-in',
        );
      },
    },
    {
      name: 'every field of a sign-up',
      run: async (scene) => {
        const client = scene.client();
        const names = ['email', 'name', 'password', 'image', 'callbackURL'] as const;
        const lines = [];
        for (const name of names) {
          const usual = { email: 'long@example.test', name: 'Long', password: 'practice123' };
          lines.push(
            await everyText(scene, (text) => client.ask('POST', '/api/auth/sign-up/email', { json: { ...usual, [name]: text } }), `a sign-up's ${name}`),
          );
        }
        return lines[0] ?? '';
      },
    },
    {
      name: 'long paths and queries',
      run: (scene) => {
        const client = scene.client();
        return everyText(scene, (text) => client.ask('GET', `/${encodeURI(text).slice(0, 15_000)}`), 'a path');
      },
    },
    {
      name: 'cursors, ids and searches',
      run: (scene) => {
        const client = scene.client();
        return everyText(
          scene,
          async (text) => {
            const short = encodeURIComponent(text).slice(0, 14_000);
            await client.ask('GET', `/api/products?cursor=${short}`);
            await client.ask('GET', `/api/selectedProducts/${short}`);
            await client.ask('GET', `/api/products?minPrice=${short}`);
            return client.ask('GET', `/api/searchProducts?search=${short}`);
          },
          'a read',
        );
      },
    },
    {
      name: 'headers, cookies and user agents of 14 KB',
      run: async (scene) => {
        const { client, email } = await scene.person('buyer');
        const lines = [];
        for (const name of [
          'user-agent',
          'cookie',
          'authorization',
          'accept',
          'accept-encoding',
          'accept-language',
          'if-none-match',
          'referer',
          'x-forwarded-for',
          'range',
        ])
          lines.push(await everyText(scene, (text) => client.ask('GET', '/api/productCategories', { headers: { [name]: text.slice(0, 14_000) } }), name));
        const agent = 'Mozilla/5.0 ('.repeat(1000);
        const signedIn = await quickly(
          scene,
          () => client.ask('POST', '/api/auth/sign-in/email', { json: { email, password: 'practice123' }, headers: { 'user-agent': agent } }),
          'a sign-in',
        );
        const sessions = await quickly(scene, () => client.ask('GET', '/api/sessions'), 'reading one’s sign-ins');
        return `${lines[0]}; sign-in ${signedIn.status}, its list ${sessions.status}`;
      },
    },
    {
      name: 'prices of a listing',
      run: async (scene) => {
        const seller = await scene.person('seller');
        const image = await uploadPicture(seller, await patchesAtRandom());
        const list = (changes: object) => seller.client.ask('POST', `/api/products?email=${seller.email}`, { json: listingInput({ image, ...changes }) });
        const reply = await quickly(scene, () => list({ resale_price: BESIDE_DIGITS }), 'a price');
        must(reply.status === 422 && field(reply.body, 'resale_price') !== undefined, `a price of ${LONG} characters was answered with ${reply.status}`);
        return everyText(
          scene,
          (text) => list({ resale_price: text, original_price: `$${text}`, description: text, specification: { SIM: text } }),
          'a listing',
        );
      },
    },
    {
      name: 'prices in a CSV file',
      run: async (scene) => {
        const seller = await scene.person('seller');
        const header = 'name,brand,model_name,resale_price,original_price\n';
        const send = (text: string) => {
          const form = new FormData();
          form.set('file', new Blob([`${header}Samsung,Samsung,Galaxy S21,"1${text}x","${text}"\n`.repeat(20)], { type: 'text/csv' }), 'listings.csv');
          return seller.client.ask('POST', '/api/listingImports', { form });
        };
        // Files are read in a thread of their own, which takes a while to start.
        const { millis } = await send('00');
        return everyText(scene, send, 'a CSV file', ONE_REQUEST_MS + millis);
      },
    },
    {
      name: 'prices of a payment',
      run: async (scene) => {
        const buyer = await scene.person('buyer');
        const { body } = await buyer.client.ask('GET', '/api/products?limit=1&sort=lowtohigh');
        const id = (body as { _id: string }[])[0]?._id ?? '';
        const orderId = insertedId(mustSucceed(await requestBooking(buyer, id), 'booking'));
        mustRefuse(await requestReservation(buyer, orderId, BESIDE_DIGITS), 'a price of 60,000 spaces');
        return everyText(scene, (text) => requestReservation(buyer, orderId, `1${text}x`), 'a price');
      },
    },
    {
      name: 'texts of bookings, reports, drafts and questions for a price',
      run: async (scene) => {
        const buyer = await scene.person('seller');
        return everyText(
          scene,
          async (text) => {
            const { client } = buyer;
            const answers = [
              await client.ask('POST', '/api/bookings', { json: { productId: text, phone: text, meeting_location: text } }),
              await client.ask('POST', '/api/reportedItems', { json: { _id: text, reason: text, note: text } }),
              await client.ask('PUT', '/api/drafts/0199aaaa-0000-7000-8000-000000000001', {
                json: { content: { model_name: text, resale_price: text, imei: text } },
              }),
              await client.ask('GET', `/api/priceEstimate?${new URLSearchParams({ model_name: text.slice(0, 9000) })}`),
            ];
            return inTurn(
              answers.toSorted((a, b) => b.millis - a.millis),
              0,
            );
          },
          'a text',
        );
      },
    },
    {
      name: 'the same ten texts 20 times a second',
      run: async (scene) => {
        const client = scene.client();
        const texts = Object.values(HOSTILE);
        const replies = await flood(scene, { perSecond: 20, seconds: 3 }, (number) =>
          client.ask('POST', '/api/auth/request-password-reset', {
            json: { email: `${texts[number % texts.length]?.slice(0, 8000)}`, redirectTo: texts[number % texts.length] },
          }),
        );
        mustNotFail(replies, 'a reset');
        return tally(replies);
      },
    },
  ],
};

type Ask = () => ReturnType<ReturnType<Scene['client']>['ask']>;

async function quickly(scene: Scene, ask: Ask, what: string, most = ONE_REQUEST_MS) {
  const reply = await ask();
  must(reply.millis < most, `${what} took ${Math.round(reply.millis)} ms`);
  await scene.pause(20);
  return reply;
}

async function everyText(scene: Scene, ask: (text: string) => ReturnType<Ask>, what: string, most?: number): Promise<string> {
  const replies = [];
  for (const [kind, text] of Object.entries(HOSTILE)) replies.push(await quickly(scene, () => ask(text), `${what} of ${kind}`, most));
  mustNotFail(replies as never, what);
  return `${tally(replies as never)}, the slowest after ${Math.round(Math.max(...replies.map(({ millis }) => millis)))} ms`;
}

function field(body: unknown, name: string): string | undefined {
  return (body as { fields?: Record<string, string> } | null)?.fields?.[name];
}
