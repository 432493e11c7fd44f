import type { Chance } from '../../test/model/chance.ts';
import { type Caller, type CardProvider, reportPayment, requestBooking, requestCharge, requestReservation } from '../../test/support/world/calls.ts';
import { intentIdOf, listingInput, PRICE } from '../../test/support/world/values.ts';
import type { Answer, Person } from './person.ts';

/** The simulated people, and what they act on. */
export type Crowd = {
  chance: Chance;
  visitor: Person;
  sellers: Person[];
  buyers: Person[];
  /** What their sellers have on sale, oldest first. */
  onSale: { id: string; seller: Person }[];
  /** Pictures to upload. */
  pictures: Buffer[];
  cards: CardProvider;
  newBuyer(): Person;
};

type Action = {
  name: string;
  /** Its relative frequency. */
  weight: number;
  act(crowd: Crowd): Promise<void>;
};

const WORDS = ['samsung', 'iphne 12', 'galaxy s21 black', 'pixel', '8/256', 'under 300', 'note20', 'xiaomi'];
const PAGES = ['/', '/category/Samsung', '/category/Apple', '/search?search=pixel', '/blogs', '/search?search=galaxy&sort=lowtohigh'];
const LISTS = ['/api/products?limit=24', '/api/products?name=apple&limit=24', '/api/newArrivalProducts', '/api/advertise', '/api/productCategories'];
/** How many of the crowd's phones are on sale; the oldest is removed for a new one. */
const MOST_ON_SALE = 60;
/** Somebody else was faster, or did the same before; the card provider replies 400 then. */
const MAYBE_GONE = [200, 201, 400, 404, 409];

const ACTIONS: Action[] = [
  { name: 'pages', weight: 30, act: ask(({ chance }) => chance.pickOf(PAGES)) },
  { name: 'a listing’s page', weight: 14, act: ask(listingPage, undefined, MAYBE_GONE) },
  { name: 'lists', weight: 14, act: ask(({ chance }) => chance.pickOf(LISTS)) },
  { name: 'search', weight: 14, act: ask((crowd) => `/api/searchProducts?limit=24&search=${search(crowd)}`) },
  { name: 'facets', weight: 4, act: ask((crowd) => `/api/productFacets?search=${search(crowd)}`) },
  { name: 'suggestions', weight: 4, act: ask((crowd) => `/api/searchSuggestions?search=${search(crowd)}`) },
  { name: 'own orders', weight: 5, act: ask(() => '/api/bookings?limit=24', aBuyer) },
  { name: 'notifications', weight: 3, act: ask(() => '/api/notifications?limit=24', aBuyer) },
  { name: 'sign-in', weight: 2, act: async (crowd) => aBuyer(crowd).signIn() },
  {
    name: 'sign-up',
    weight: 1,
    act: async (crowd) => {
      const buyer = crowd.newBuyer();
      await buyer.signUp('buyer');
      crowd.buyers.push(buyer);
      crowd.buyers.shift();
    },
  },
  { name: 'listing with a photo', weight: 3, act: list },
  { name: 'taking off', weight: 2, act: takeOff },
  { name: 'booking', weight: 3, act: bookOne },
  { name: 'buying', weight: 1, act: buy },
  { name: 'report', weight: 1, act: report },
];

const TOTAL = ACTIONS.reduce((sum, { weight }) => sum + weight, 0);

/** Uploads one of the pictures. Returns its address. */
export async function uploadPicture(crowd: Crowd, seller: Person): Promise<string | undefined> {
  const picture = crowd.chance.pickOf(crowd.pictures) ?? new Uint8Array();
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(picture)]), 'phone.png');
  const uploaded = await seller.ask('POST', '/api/images', { form, fine: [200, 429] });
  return (uploaded.body as { data?: { display_url: string } } | null)?.data?.display_url;
}

function ask(path: (crowd: Crowd) => string | undefined, who: (crowd: Crowd) => Person = ({ visitor }) => visitor, fine?: readonly number[]) {
  return async (crowd: Crowd): Promise<void> => {
    const address = path(crowd);
    if (address !== undefined) await who(crowd).ask('GET', address, { fine });
  };
}

/** Performs a random action. */
export async function actSomehow(crowd: Crowd): Promise<void> {
  let left = crowd.chance.below(TOTAL);
  const action = ACTIONS.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  await action?.act(crowd);
}

function insertedId(body: unknown): string | undefined {
  return (body as { insertedId?: string } | null)?.insertedId;
}

function search({ chance }: Crowd): string {
  return encodeURIComponent(chance.pickOf(WORDS) ?? '');
}

function aPhone({ chance, onSale }: Crowd): string | undefined {
  return chance.pickOf(onSale)?.id;
}

function aBuyer({ chance, buyers, visitor }: Crowd): Person {
  return chance.pickOf(buyers) ?? visitor;
}

async function list(crowd: Crowd): Promise<void> {
  const seller = crowd.chance.pickOf(crowd.sellers);
  if (!seller) return;
  const image = await uploadPicture(crowd, seller);
  if (image === undefined) return;
  const { body } = await seller.ask('POST', '/api/products', {
    json: listingInput({ image, description: `A phone like ${crowd.chance.below(1000)} others.` }),
  });
  const id = insertedId(body);
  if (id !== undefined) crowd.onSale.push({ id, seller });
}

async function takeOff(crowd: Crowd): Promise<void> {
  const oldest = crowd.onSale.length > MOST_ON_SALE ? crowd.onSale.shift() : undefined;
  // A phone that is being paid for, or was sold, stays.
  if (oldest) await oldest.seller.ask('DELETE', `/api/products/${oldest.id}`, { fine: MAYBE_GONE });
}

/** The same person, accepting that somebody else may have been faster. */
function racing(person: Person): Caller<Answer> {
  return {
    call: (method, path, body, headers) =>
      person.ask(method, path, { ...(body instanceof URLSearchParams ? { form: body } : { json: body as object }), headers, fine: MAYBE_GONE }),
  };
}

async function book(buyer: Person, listingId: string): Promise<string | undefined> {
  return insertedId((await requestBooking(racing(buyer), listingId)).body);
}

async function buy(crowd: Crowd): Promise<void> {
  const chosen = crowd.chance.pickOf(crowd.onSale);
  const buyer = aBuyer(crowd);
  const orderId = chosen && (await book(buyer, chosen.id));
  if (!orderId) return;
  const opened = await requestReservation(racing(buyer), orderId, PRICE);
  const secret = (opened.body as { clientSecret?: string } | null)?.clientSecret;
  if (secret === undefined) return;
  // The phone may have been removed in the meantime, which ends the payment.
  const confirmed = await requestCharge(racing(buyer), secret, { provider: crowd.cards });
  if (confirmed.status !== 200) return;
  await reportPayment(racing(buyer), { listingId: chosen.id, orderId, transactionId: intentIdOf(secret) });
  crowd.onSale.splice(crowd.onSale.indexOf(chosen), 1);
}

async function bookOne(crowd: Crowd): Promise<void> {
  const id = aPhone(crowd);
  if (id) await book(aBuyer(crowd), id);
}

async function report(crowd: Crowd): Promise<void> {
  const id = aPhone(crowd);
  if (id) await aBuyer(crowd).ask('POST', '/api/reportedItems', { json: { _id: id }, fine: MAYBE_GONE });
}

function listingPage(crowd: Crowd): string | undefined {
  const id = aPhone(crowd);
  return id && `/selected-items-details/${id}`;
}
