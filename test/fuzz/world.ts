import { randomUUID } from 'node:crypto';
import { readImei } from '#contract/imei.ts';
import type { TestApp } from '#test/app.ts';
import { beginPayment, createCategory, createListing, createPerson, intentIdOf, type Person, payWithCard, tellPaid } from '#test/factories.ts';

/** Who asks. `newcomer` is signed in with the identity service and, in every second world, has an account in the shop, too. */
export const WHO = ['nobody', 'buyer', 'rival', 'seller', 'competitor', 'admin', 'newcomer'] as const;
export type Who = (typeof WHO)[number];
type Member = Exclude<Who, 'nobody' | 'newcomer'>;

export const REF_KINDS = [
  'listing',
  'order',
  'user',
  'lostPhone',
  'upload',
  'intent',
  'model',
  'draft',
  'import',
  'code',
  'session',
  'email',
  'cursor',
] as const;
export type RefKind = (typeof REF_KINDS)[number];

/** A text that only these may ever read in a reply. */
type Secret = { what: string; text: string; readers: readonly Who[] };

/** Two sellers, two buyers and an admin, with rows of every kind. */
export type World = {
  people: Record<Member, Person>;
  /** The identity service's cookie of the newcomer. */
  cookie: string;
  /** Ids that are really there, and some that were. */
  refs: Record<RefKind, string[]>;
  secrets: Secret[];
};

const NUMBERS_A_WORLD = 8;

/** Each of these is a phone of its own. */
const imeiOf = (world: number, place: number): string => {
  const reading = readImei(`35674108${String(100_003 + ((world * NUMBERS_A_WORLD + place) % 100_000) * 7).padStart(6, '0')}01`);
  if (!('imei' in reading)) throw new Error(`no IMEI: ${reading.refusal}`);
  return reading.imei;
};

const insertedBy = async (shop: TestApp, path: string, as: Person, body: object): Promise<string> => {
  const reply = await shop.call('POST', path, { as: as.token, body });
  if (reply.status !== 201) throw new Error(`POST ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return (reply.body as { insertedId: string }).insertedId;
};

const draft = async (shop: TestApp, as: Person, description: string): Promise<string> => {
  const id = randomUUID();
  const { status, body } = await shop.call('PUT', `/drafts/${id}`, { as: as.token, body: { revision: 0, content: { description } } });
  if (status !== 200) throw new Error(`saving a draft answered ${status}: ${JSON.stringify(body)}`);
  return id;
};

const importRows = async ({ app, call }: TestApp, { token }: Person, title: string): Promise<string> => {
  const head = '--world\r\ncontent-disposition: form-data; name="file"; filename="phones.csv"\r\ncontent-type: text/csv\r\n\r\n';
  const columns = String((await call('GET', '/listingTemplate', { as: token })).body).split(/\r?\n/u)[0] ?? '';
  const cells = columns.split(',').map(() => title);
  const payload = `${head}${columns}\n${cells.join(',')}\n\r\n--world--\r\n`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=world' };
  const reply = await app.inject({ method: 'POST', url: '/api/listingImports', headers, payload });
  if (reply.statusCode !== 201) throw new Error(`an import answered ${reply.statusCode}: ${reply.body}`);
  return (reply.json() as { _id: string })._id;
};

const signUpNewcomer = async ({ app }: TestApp, number: number, registered: boolean): Promise<{ cookie: string; email: string }> => {
  const email = `canary-newcomer-${number}@example.test`;
  const headers = { origin: 'http://localhost:80', host: 'localhost:80' };
  const remoteAddress = `10.9.${(number >> 8) & 255}.${number & 255}`;
  const signedUp = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    headers,
    remoteAddress,
    payload: { email, name: 'Newcomer', password: 'practice123' },
  });
  const cookie = signedUp.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
  if (signedUp.statusCode !== 200 || cookie === '') throw new Error(`signing up answered ${signedUp.statusCode}: ${signedUp.body}`);
  if (registered) {
    const made = await app.inject({
      method: 'POST',
      url: '/api/users',
      headers: { ...headers, cookie },
      remoteAddress,
      payload: { email, name: 'Newcomer', role: 'seller' },
    });
    if (made.statusCode !== 201) throw new Error(`registering answered ${made.statusCode}: ${made.body}`);
  }
  return { cookie, email };
};

/** Makes the rows of one world; `number` tells its canaries from another's. */
export const createWorld = async (shop: TestApp, number: number): Promise<World> => {
  const canary = (what: string): string => `canary-${what}-${number}`;
  const person = (role: Person['role'], who: Member): Promise<Person> =>
    createPerson(shop, role, { name: canary(`name-${who}`), email: `canary-mail-${who}-${number}@example.test`, verified: who === 'seller' });
  await createCategory(shop);
  const people: World['people'] = {
    buyer: await person('buyer', 'buyer'),
    rival: await person('buyer', 'rival'),
    seller: await person('seller', 'seller'),
    competitor: await person('seller', 'competitor'),
    admin: await person('admin', 'admin'),
  };
  const { buyer, rival, seller, competitor, admin } = people;
  const secrets: Secret[] = [];
  const secret = (what: string, readers: readonly Who[], text = canary(what)): string => {
    secrets.push({ what, text, readers });
    return text;
  };
  const signedIn = WHO.filter((who) => who !== 'nobody' && who !== 'newcomer');

  for (const [who, { email, token, sessionId }] of Object.entries(people) as [Member, Person][]) {
    secret(`the token of ${who}`, [], token);
    secret(`the session of ${who}`, [who], sessionId);
    secret(`the address of ${who}`, who === 'seller' || who === 'competitor' ? signedIn : [who, 'admin'], email);
  }
  const [soldImei, otherImei, lostImei, rivalsImei] = [0, 1, 2, 3].map((place) => secret('an IMEI', [], imeiOf(number, place)));
  const phoneOf = (who: string): string => secret(`phone-${who}`, signedIn);

  const onSale = await createListing(shop, seller, { imei: soldImei, mobile_number: phoneOf('seller') });
  const other = await createListing(shop, competitor, { imei: otherImei, mobile_number: phoneOf('competitor'), model_name: 'Galaxy S20' });
  const sold = await createListing(shop, seller, { mobile_number: phoneOf('seller-sold') });
  const gone = await createListing(shop, competitor, { mobile_number: phoneOf('competitor-gone') });
  await shop.call('DELETE', `/products/${gone}`, { as: competitor.token });
  await shop.call('POST', '/advertise', { as: competitor.token, body: { _id: other } });
  await shop.call('POST', '/reportedItems', { as: rival.token, body: { _id: onSale } });

  const book = (who: Member, productId: string, readers: readonly Who[]): Promise<string> =>
    insertedBy(shop, '/bookings', people[who], {
      productId,
      phone: secret(`booking-phone-${who}-${readers.length}`, readers),
      meeting_location: secret(`booking-place-${who}-${readers.length}`, readers),
    });
  const begun = await book('buyer', onSale, ['buyer']);
  const clientSecret = await beginPayment(shop, buyer, begun);
  secret('the client secret', ['buyer'], clientSecret);
  const booked = await book('rival', other, ['rival']);
  const bought = await book('buyer', sold, ['buyer', 'seller']);
  const paidSecret = await beginPayment(shop, buyer, bought);
  await payWithCard(shop, paidSecret);
  await tellPaid(shop, buyer, { listingId: sold, orderId: bought, clientSecret: paidSecret });

  const lose = (who: Member, imei: string | undefined): Promise<string> =>
    insertedBy(shop, '/lostPhones', people[who], {
      imei,
      lostOn: '2026-01-02',
      place: secret(`lost-place-${who}`, [who, 'admin']),
      proof: secret(`lost-proof-${who}`, [who, 'admin']),
    });
  const lostPhones = [await lose('buyer', lostImei), await lose('rival', rivalsImei)];
  const uploads = [await insertedBy(shop, '/imageUploads', buyer, { size: 64 }), await insertedBy(shop, '/imageUploads', rival, { size: 64 })];
  const drafts = [await draft(shop, seller, secret('a draft', ['seller'])), await draft(shop, competitor, secret('another’s draft', ['competitor']))];
  const imports = [await importRows(shop, seller, secret('an import', ['seller']))];
  const { body: given } = await shop.call('POST', '/inHandCodes', { as: seller.token, body: { listing: onSale } });
  const { _id: codeId, code } = given as { _id: string; code: string };
  secret('a code', ['seller'], code);
  const { cookie, email } = await signUpNewcomer(shop, number, number % 2 === 1);
  secret('the newcomer’s cookie', ['newcomer'], decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '');
  const models = (await shop.call('GET', '/phoneModels?search=galaxy')).body as { _id: string }[];
  return {
    people,
    cookie,
    secrets,
    refs: {
      listing: [onSale, other, sold, gone],
      order: [begun, booked, bought],
      user: Object.values(people).map(({ id }) => id),
      lostPhone: lostPhones,
      upload: uploads,
      intent: [intentIdOf(clientSecret), intentIdOf(paidSecret)],
      model: models.map(({ _id }) => _id),
      email: [buyer.email, rival.email, seller.email, competitor.email, admin.email, email],
      draft: drafts,
      import: imports,
      code: [codeId],
      session: Object.values(people).map(({ sessionId }) => sessionId),
      cursor: [],
    },
  };
};
