import { afterAll, beforeAll, expect } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { requestCharge } from '#test/support/world/calls.ts';
import { createOriginalClient, type OriginalClient } from '#test/support/world/original-client.ts';
import { intentIdOf, listingInput } from '#test/support/world/values.ts';
import { createCategory } from '#test/support/world/world.ts';
import { statement } from './statement.ts';

type Json = Record<string, unknown>;

let shop: TestApp;
let seller: OriginalClient;
let other: OriginalClient;
let buyer: OriginalClient;
let admin: OriginalClient;
let stranger: OriginalClient;
let joined = 0;

beforeAll(async () => {
  shop = await createTestApp();
  for (const name of ['Samsung', 'Apple']) await createCategory(shop, name);
  stranger = createOriginalClient(shop, 'stranger@example.test');
  [seller, other, buyer, admin] = await Promise.all([join('seller'), join('seller'), join('buyer'), join('buyer')]);
  await shop.services.db.updateTable('users').set({ role: 'admin' }).where('email', '=', admin.email).execute();
  await admin.fetchToken();
});
afterAll(() => shop.close());

async function join(role: 'buyer' | 'seller'): Promise<OriginalClient> {
  const client = createOriginalClient(shop, `${role}-${++joined}@example.test`);
  expect(await client.signUp(`${role} ${joined}`, role)).toEqual([201, 200]);
  return client;
}

async function add(changes: Json = {}): Promise<string> {
  const { status, body } = await seller.add(changes);
  expect(status).toBe(201);
  return String((body as Json).insertedId);
}

const read = async (id: string): Promise<Json> => (await stranger.bare('GET', `/selectedItem/${id}`)).body as Json;

async function listAt(client: OriginalClient, path: string, by: 'bare' | 'bearer' = 'bare'): Promise<Json[]> {
  const { status, body } = await client[by]('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return body as Json[];
}

const idsAt = async (path: string): Promise<unknown[]> => (await listAt(stranger, path)).map(({ _id }) => _id);

async function statusesOf(method: string, path: string, body?: Json): Promise<Record<'stranger' | 'buyer' | 'seller', number>> {
  const ask = async (client: OriginalClient) => (await client.bearer(method, path, body)).status;
  return { stranger: await ask(stranger), buyer: await ask(buyer), seller: await ask(seller) };
}
const ADMIN_ONLY = { stranger: 401, buyer: 403, seller: 403 };

async function book(id: string, by = buyer): Promise<Json> {
  const { model_name, image, resale_price } = await read(id);
  return by.bare('POST', '/bookings', {
    ProductName: model_name,
    buyerName: 'Bea Buyer',
    price: resale_price,
    email: by.email,
    image,
    meeting_location: 'Station',
    phone: '555 0100',
    productId: id,
  });
}

async function bookedOrder(id: string): Promise<Json> {
  await book(id);
  return (await listAt(buyer, `/bookings?email=${buyer.email}`, 'bearer')).find(({ productId }) => productId === id) ?? {};
}

async function secretFor(body: Json): Promise<string> {
  return String(((await buyer.bare('POST', '/create-payment-intent', body)).body as Json).clientSecret);
}

statement('7.new-arrivals', async () => {
  const id = await add({ model_name: 'Galaxy New' });
  const { image } = await read(id);
  expect(await listAt(stranger, '/newArrivalProducts')).toContainEqual({ _id: id, image, model_name: 'Galaxy New', resale_price: 289 });
});

statement('7.categories', async () => {
  expect(await listAt(stranger, '/productCategories')).toContainEqual(
    expect.objectContaining({ _id: expect.any(String), name: 'Samsung', img: expect.any(String) }),
  );
});

statement('7.advertise.list', async () => {
  const id = await add({ model_name: 'Galaxy Offer' });
  await seller.bearer('POST', '/advertise', { ...(await read(id)), isAdvertise: true });
  const found = (await listAt(buyer, '/advertise', 'bearer')).find(({ _id }) => _id === id);
  expect(found).toMatchObject({ isAdvertise: true, model_name: 'Galaxy Offer', resale_price: 289, image: expect.any(String), condition: expect.any(String) });
});

statement('7.advertise.add', async () => {
  const id = await add();
  const product = { ...(await read(id)), isAdvertise: true };
  for (const _time of [1, 2]) expect((await seller.bearer('POST', '/advertise', product)).body).toMatchObject({ acknowledged: true });
  expect((await other.bearer('POST', '/advertise', product)).status).toBe(404);
  expect(await statusesOf('POST', '/advertise', product)).toMatchObject({ stranger: 401, buyer: 403 });
});

statement('7.is-advertise', async () => {
  const id = await add();
  const isAdvertised = async () => (await stranger.bare('GET', `/isAdvertise/${id}`)).body;
  expect(await isAdvertised()).toEqual({ isAdvertise: false });
  await seller.bearer('POST', '/advertise', { _id: id, isAdvertise: true });
  expect(await isAdvertised()).toEqual({ isAdvertise: true });
});

statement('7.products.brand', async () => {
  const [dear, cheap] = [await add({ name: 'Apple', resale_price: '900' }), await add({ name: 'Apple', resale_price: '90' })];
  expect(await idsAt('/products?name=Apple&sort=lowtohigh')).toEqual([cheap, dear]);
  expect(await idsAt('/products?name=apple&sort=hightolow')).toEqual([dear, cheap]);
  for (const sort of ['default', 'nonsense']) expect(await idsAt(`/products?name=APPLE&sort=${sort}`)).toEqual([cheap, dear]);
  expect(await idsAt('/products?name=betamax&sort=default')).toEqual([]);
});

statement('7.search', async () => {
  const id = await add({ model_name: 'Galaxy Zebra' });
  expect(await idsAt('/searchProducts?search=zebra')).toEqual([id]);
  for (const blank of ['', '%20']) expect(await idsAt(`/searchProducts?search=${blank}`)).toEqual([]);
});

statement('7.products.own', async () => {
  const id = await add();
  expect((await listAt(seller, `/products?email=${seller.email}`, 'bearer')).map(({ _id }) => _id)).toContain(id);
  expect(await listAt(other, `/products?email=${other.email}`, 'bearer')).toEqual([]);
  expect((await other.bearer('GET', `/products?email=${seller.email}`)).status).toBe(403);
});

statement('7.products.add', async () => {
  const { status, body } = await seller.add({ model_name: 'Galaxy Own', seller_verify: true, status: 'sold' });
  expect([status, body]).toEqual([201, { acknowledged: true, insertedId: expect.any(String) }]);
  expect(await read(String((body as Json).insertedId))).toMatchObject({
    model_name: 'Galaxy Own',
    seller_name: 'seller 1',
    seller_verify: false,
    status: 'available',
  });
});

statement('7.products.add.refused', async () => {
  const path = `/products?email=${seller.email}`;
  expect((await stranger.bearer('POST', path, listingInput())).status).toBe(401);
  for (const client of [buyer, other, admin]) expect((await client.bearer('POST', path, listingInput())).status).toBe(403);
});

statement('7.products.delete', async () => {
  const id = await add();
  expect((await other.bearer('DELETE', `/products/${id}`)).status).toBe(404);
  expect((await seller.bearer('DELETE', `/products/${id}`)).body).toEqual({ acknowledged: true, deletedCount: 1 });
  expect((await stranger.bare('GET', `/selectedItem/${id}`)).status).toBe(404);
});

statement('7.verify', async () => {
  const newcomer = await join('seller');
  const { _id } = (await listAt(admin, '/users/sellers?user=seller', 'bearer')).find(({ email }) => email === newcomer.email) ?? {};
  const path = `/products/?email=${newcomer.email}&id=${_id}`;
  expect(await statusesOf('PUT', path)).toEqual(ADMIN_ONLY);
  expect((await admin.bearer('PUT', path)).body).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 1 });
  expect((await newcomer.bare('GET', `/users/verify?email=${newcomer.email}`)).body).toEqual({ isVerified: true });
});

statement('7.details', async () => {
  const id = await add({ model_name: 'Galaxy Same' });
  const replies = await Promise.all(['selectedProducts', 'selectedItem', 'newArrivalItem'].map((call) => stranger.bare('GET', `/${call}/${id}`)));
  expect(replies[0]?.body).toMatchObject({ _id: id, name: 'Samsung', model_name: 'Galaxy Same', specification: { SIM: expect.any(String) } });
  for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
});

statement('7.reported.list', async () => {
  const id = await add();
  for (const client of [buyer, other]) await client.bare('POST', '/reportedItems', { ...(await read(id)), status: 'reported' });
  const found = (await listAt(admin, '/reportedItems', 'bearer')).filter(({ _id }) => _id === id);
  expect(found).toEqual([expect.objectContaining({ status: 'reported', model_name: expect.any(String), image: expect.any(String) })]);
  expect(await statusesOf('GET', '/reportedItems')).toEqual(ADMIN_ONLY);
});

statement('7.reported.status', async () => {
  const id = await add();
  const statusOf = async () => (await stranger.bare('GET', `/reportedItems/${id}`)).body;
  expect(await statusOf()).toMatchObject({ reportedStatus: null });
  await buyer.bare('POST', '/reportedItems', { _id: id, status: 'reported' });
  expect(await statusOf()).toMatchObject({ reportedStatus: 'reported' });
});

statement('7.reported.add', async () => {
  const product = { ...(await read(await add())), status: 'reported' };
  for (const _time of [1, 2]) expect((await buyer.bare('POST', '/reportedItems', product)).body).toMatchObject({ acknowledged: true });
  expect((await stranger.bare('POST', '/reportedItems', product)).status).toBe(401);
});

statement('7.reported.delete', async () => {
  const id = await add();
  await buyer.bare('POST', '/reportedItems', { _id: id, status: 'reported' });
  expect((await buyer.bare('DELETE', `/reportedItems/${id}`)).status).toBe(403);
  expect((await admin.bare('DELETE', `/reportedItems/${id}`)).body).toEqual({ acknowledged: true, deletedCount: 1 });
  expect((await stranger.bare('GET', `/selectedItem/${id}`)).status).toBe(404);
});

statement('7.jwt', async () => {
  const { status, body } = await buyer.bare('GET', `/jwt?email=${buyer.email}`);
  expect([status, body]).toEqual([200, { token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/u) }]);
  expect((await buyer.bare('GET', `/jwt?email=${seller.email}`)).status).toBe(403);
  expect((await stranger.bare('GET', `/jwt?email=${buyer.email}`)).status).toBe(401);
});

statement('7.users.add', async () => {
  const newcomer = await join('seller');
  const again = await newcomer.bare('POST', '/users', { email: newcomer.email, name: 'Other', role: 'buyer' });
  expect(again).toMatchObject({ status: 200, body: { acknowledged: true } });
  expect((await newcomer.bare('GET', `/users/sellers/${newcomer.email}`)).body).toMatchObject({ isSeller: true });
  expect((await newcomer.bare('POST', '/users', { email: buyer.email, name: 'Other', role: 'buyer' })).status).toBe(403);
  expect((await newcomer.bare('POST', '/users', { email: newcomer.email, name: 'Other', role: 'admin' })).status).toBe(422);
});

statement('7.users.admin', async () => {
  expect((await admin.bare('GET', `/users/admin/${admin.email}`)).body).toEqual({ isAdmin: true });
  for (const client of [seller, stranger]) expect((await client.bare('GET', `/users/admin/${seller.email}`)).body).toEqual({ isAdmin: false });
  expect((await stranger.bare('GET', `/users/admin/${admin.email}`)).body).toEqual({ isAdmin: false });
});

statement('7.users.seller', async () => {
  expect((await seller.bare('GET', `/users/sellers/${seller.email}`)).body).toEqual({ isSeller: true });
  expect((await buyer.bare('GET', `/users/sellers/${buyer.email}`)).body).toEqual({ isSeller: false });
  expect((await stranger.bare('GET', `/users/sellers/${seller.email}`)).body).toEqual({ isSeller: false });
});

statement('7.users.verify', async () => {
  expect((await seller.bare('GET', `/users/verify?email=${seller.email}`)).body).toEqual({ isVerified: false });
});

statement('7.users.buyers', async () => {
  const buyers = await listAt(admin, '/users/buyers?user=buyer', 'bearer');
  expect(buyers).toContainEqual(expect.objectContaining({ _id: expect.any(String), name: 'buyer 3', email: buyer.email, role: 'buyer' }));
  expect(await statusesOf('GET', '/users/buyers?user=buyer')).toEqual(ADMIN_ONLY);
});

statement('7.users.sellers', async () => {
  const sellers = await listAt(admin, '/users/sellers?user=seller', 'bearer');
  expect(sellers).toContainEqual(expect.objectContaining({ email: seller.email, role: 'seller', seller_verify: false }));
  expect(await statusesOf('GET', '/users/sellers?user=seller')).toEqual(ADMIN_ONLY);
});

statement('7.users.delete', async () => {
  for (const [role, list] of [
    ['buyer', '/users/buyers?user=buyer'],
    ['seller', '/users/sellers?user=seller'],
  ] as const) {
    const leaver = await join(role);
    const { _id } = (await listAt(admin, list, 'bearer')).find(({ email }) => email === leaver.email) ?? {};
    expect(await statusesOf('DELETE', `/users/sellers/${_id}`)).toEqual(ADMIN_ONLY);
    expect((await admin.bearer('DELETE', `/users/sellers/${_id}`)).body).toEqual({ acknowledged: true, deletedCount: 1 });
    expect((await leaver.bearer('GET', `/bookings?email=${leaver.email}`)).status).toBe(401);
  }
});

statement('7.bookings.list', async () => {
  const id = await add({ model_name: 'Galaxy Booked' });
  const order = await bookedOrder(id);
  expect(order).toMatchObject({
    _id: expect.any(String),
    ProductName: 'Galaxy Booked',
    buyerName: 'buyer 3',
    email: buyer.email,
    meeting_location: 'Station',
    phone: '555 0100',
    paid: false,
  });
  expect((await stranger.bearer('GET', `/bookings?email=${buyer.email}`)).status).toBe(401);
  expect((await buyer.bearer('GET', `/bookings?email=${seller.email}`)).status).toBe(403);
});

statement('7.bookings.add', async () => {
  const id = await add();
  expect(await book(id)).toMatchObject({ status: 201, body: { acknowledged: true, insertedId: expect.any(String) } });
  expect(await book(id)).toMatchObject({ status: 409, body: { message: "You've already booked this product." } });
});

statement('7.payment.order', async () => {
  const order = await bookedOrder(await add());
  expect((await buyer.bearer('GET', `/payment/${order._id}`)).body).toMatchObject({ _id: order._id, price: order.price, paid: false });
  expect((await other.bearer('GET', `/payment/${order._id}`)).status).toBe(404);
  expect((await stranger.bearer('GET', `/payment/${order._id}`)).status).toBe(401);
});

statement('7.intent', async () => {
  const { _id: orderId, price } = await bookedOrder(await add({ resale_price: '411.50' }));
  expect(await secretFor({ price, orderId })).toMatch(/_secret_/u);
  expect(await secretFor({ price })).toMatch(/_secret_/u);
  for (const wrong of [{ price: Number(price) - 1, orderId }, { price: 1 }])
    expect((await buyer.bare('POST', '/create-payment-intent', wrong)).status).toBe(422);
});

statement('7.payments', async () => {
  const id = await add({ resale_price: '87' });
  const { _id: orderId, price } = await bookedOrder(id);
  const clientSecret = await secretFor({ price, orderId });
  const payment = { email: buyer.email, price, phone: '555 0100', buyerName: 'Bea Buyer', ProductName: 'x', orderId, transactionId: intentIdOf(clientSecret) };
  expect((await buyer.bearer('POST', `/payments/${id}`, payment)).status).toBeGreaterThanOrEqual(400);
  expect((await requestCharge(buyer.browser, clientSecret)).status).toBe(200);
  for (const _time of [1, 2]) expect((await buyer.bearer('POST', `/payments/${id}`, payment)).body).toMatchObject({ acknowledged: true });
  expect((await buyer.bearer('GET', `/payment/${orderId}`)).body).toMatchObject({ paid: true, price });
  expect(await read(id)).toMatchObject({ status: 'sold' });
});

statement('7.images', async () => {
  const image = await seller.upload();
  const { body } = await seller.add({ image });
  expect(await read(String((body as Json).insertedId))).toMatchObject({ image });
  expect((await shop.app.inject({ method: 'GET', url: new URL(image, 'http://shop.test').pathname })).statusCode).toBe(200);
});
