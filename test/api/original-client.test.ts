import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { requestCharge } from '#test/support/world/calls.ts';
import { createOriginalClient, type OriginalClient } from '#test/support/world/original-client.ts';
import { intentIdOf, listingInput } from '#test/support/world/values.ts';

type Json = Record<string, unknown>;

const SELLER = 'original-seller@example.test';
const BUYER = 'original-buyer@example.test';
const OTHER_BUYER = 'other-original-buyer@example.test';
const ADMIN = 'original-admin@example.test';

let shop: TestApp;
let seller: OriginalClient;
let buyer: OriginalClient;
let admin: OriginalClient;

beforeAll(async () => {
  shop = await createTestApp();
  [seller, buyer, admin] = [createOriginalClient(shop, SELLER), createOriginalClient(shop, BUYER), createOriginalClient(shop, ADMIN)];
  await shop.services.db
    .insertInto('categories')
    .values({ id: 'samsung', name: 'Samsung', name_key: 'samsung', img: '/brands/samsung.svg', position: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});
afterAll(() => shop.close());

async function addProduct(changes: Json = {}): Promise<string> {
  const added = await seller.add(changes);
  expect(added).toMatchObject({ status: 201, body: { acknowledged: true, insertedId: expect.any(String) } });
  return String((added.body as Json).insertedId);
}

async function read(id: string): Promise<Json> {
  return (await buyer.bare('GET', `/selectedItem/${id}`)).body as Json;
}

test('The original client signs people up and looks up their roles', async () => {
  expect(await seller.signUp('Sol Seller', 'seller')).toEqual([201, 200]);
  expect(await buyer.signUp('Bea Buyer', 'buyer')).toEqual([201, 200]);
  expect(await admin.signUp('Ada Admin', 'buyer')).toEqual([201, 200]);
  await shop.services.db.updateTable('users').set({ role: 'admin' }).where('email', '=', ADMIN).execute();
  expect(await admin.fetchToken()).toBe(200);

  expect((await seller.bare('GET', `/users/sellers/${SELLER}`)).body).toMatchObject({ isSeller: true });
  expect((await seller.bare('GET', `/users/admin/${SELLER}`)).body).toMatchObject({ isAdmin: false });
  expect((await admin.bare('GET', `/users/admin/${ADMIN}`)).body).toMatchObject({ isAdmin: true });
  expect((await buyer.bare('GET', `/users/sellers/${BUYER}`)).body).toMatchObject({ isSeller: false });
});

test('The original client lists, advertises, finds and deletes a product', async () => {
  expect((await seller.bare('GET', `/users/verify?email=${SELLER}`)).body).toMatchObject({ isVerified: false });
  const cheap = await addProduct({ model_name: 'Galaxy S20', resale_price: '150' });
  const dear = await addProduct({ model_name: 'Galaxy S23', resale_price: '$1,450.50' });
  const gone = await addProduct({ model_name: 'Galaxy A12', resale_price: '90' });

  expect((await seller.bearer('GET', `/products?email=${SELLER}`)).body).toHaveLength(3);
  expect((await seller.bearer('POST', '/advertise', { ...(await read(dear)), isAdvertise: true })).body).toMatchObject({ acknowledged: true });
  expect((await buyer.bare('GET', `/isAdvertise/${dear}`)).body).toEqual({ isAdvertise: true });
  expect((await buyer.bearer('GET', '/advertise')).body).toEqual([expect.objectContaining({ _id: dear, isAdvertise: true, resale_price: 1450.5 })]);
  const deleted = await seller.bearer('DELETE', `/products/${gone}`);
  expect(deleted.body).toMatchObject({ deletedCount: 1 });

  expect((await buyer.bare('GET', '/productCategories')).body).toContainEqual(expect.objectContaining({ name: 'Samsung', img: expect.any(String) }));
  const inOrder = async (sort: string) => ((await buyer.bare('GET', `/products?name=Samsung&sort=${sort}`)).body as Json[]).map(({ _id }) => _id);
  expect(await inOrder('lowtohigh')).toEqual([cheap, dear]);
  expect(await inOrder('hightolow')).toEqual([dear, cheap]);
  expect(await inOrder('default')).toEqual([dear, cheap]);
  expect((await buyer.bare('GET', '/searchProducts?search=s23')).body).toEqual([expect.objectContaining({ _id: dear })]);
  expect((await buyer.bare('GET', '/searchProducts?search=')).body).toEqual([]);
  expect((await buyer.bare('GET', '/newArrivalProducts')).body).toContainEqual({
    _id: cheap,
    image: expect.any(String),
    model_name: 'Galaxy S20',
    resale_price: 150,
  });
  for (const call of ['selectedProducts', 'selectedItem', 'newArrivalItem'])
    expect((await buyer.bare('GET', `/${call}/${cheap}`)).body).toMatchObject({ _id: cheap, status: 'available', specification: expect.any(Object) });
});

test('The original client books without a token and pays by price alone', async () => {
  const id = await addProduct({ model_name: 'Galaxy Z Flip', resale_price: '512' });
  const { model_name, image, resale_price } = await read(id);
  const booking = {
    ProductName: model_name,
    buyerName: 'Bea Buyer',
    price: resale_price,
    email: BUYER,
    image,
    meeting_location: 'Station',
    phone: '555 0100',
    productId: id,
  };
  const booked = await buyer.bare('POST', '/bookings', booking);
  expect(booked).toMatchObject({ status: 201, body: { acknowledged: true } });
  const again = await buyer.bare('POST', '/bookings', booking);
  expect((again.body as Json).acknowledged).toBeUndefined();
  expect(again.body).toMatchObject({ message: "You've already booked this product." });

  const [order] = (await buyer.bearer('GET', `/bookings?email=${BUYER}`)).body as Json[];
  expect(order).toMatchObject({ ProductName: 'Galaxy Z Flip', buyerName: 'Bea Buyer', price: 512, email: BUYER, productId: id, paid: false });
  expect((await buyer.bearer('GET', `/payment/${order?._id}`)).body).toMatchObject({ _id: order?._id, price: 512 });

  const { clientSecret } = (await buyer.bare('POST', '/create-payment-intent', { price: 512 })).body as { clientSecret: string };
  expect((await requestCharge(buyer.browser, clientSecret)).status).toBe(200);
  const transactionId = intentIdOf(clientSecret);
  const payment = { email: BUYER, price: 512, phone: '555 0100', buyerName: 'Bea Buyer', ProductName: 'Galaxy Z Flip', orderId: order?._id, transactionId };
  expect((await buyer.bearer('POST', `/payments/${id}`, payment)).status).toBeLessThan(300);
  expect((await buyer.bearer('GET', `/payment/${order?._id}`)).body).toMatchObject({ paid: true });
  expect(await read(id)).toMatchObject({ status: 'sold' });

  // A paid order has that price now, so the price alone no longer names one.
  expect((await buyer.bare('POST', '/create-payment-intent', { price: 512 })).status).toBe(422);
});

test('The original client reports without a token, and its admin verifies and deletes', async () => {
  const id = await addProduct({ model_name: 'Galaxy M31', resale_price: '80' });
  expect((await buyer.bare('GET', `/reportedItems/${id}`)).body).toMatchObject({ reportedStatus: null });
  expect((await buyer.bare('POST', '/reportedItems', { ...(await read(id)), status: 'reported' })).body).toMatchObject({ acknowledged: true });
  expect((await buyer.bare('GET', `/reportedItems/${id}`)).body).toMatchObject({ reportedStatus: 'reported' });

  expect((await admin.bearer('GET', '/reportedItems')).body).toEqual([expect.objectContaining({ _id: id, status: 'reported', model_name: 'Galaxy M31' })]);
  expect((await admin.bare('DELETE', `/reportedItems/${id}`)).body).toMatchObject({ deletedCount: 1 });
  expect((await buyer.bare('GET', `/selectedItem/${id}`)).status).toBe(404);

  const [sold] = (await admin.bearer('GET', '/users/sellers?user=seller')).body as Json[];
  expect(sold).toMatchObject({ name: 'Sol Seller', email: SELLER, role: 'seller', seller_verify: false });
  expect((await admin.bearer('PUT', `/products/?email=${SELLER}&id=${sold?._id}`)).body).toMatchObject({ modifiedCount: 1 });
  expect((await seller.bare('GET', `/users/verify?email=${SELLER}`)).body).toMatchObject({ isVerified: true });

  const other = createOriginalClient(shop, OTHER_BUYER);
  await other.signUp('Oda Other', 'buyer');
  const buyers = (await admin.bearer('GET', '/users/buyers?user=buyer')).body as Json[];
  const gone = buyers.find(({ email }) => email === OTHER_BUYER);
  expect((await admin.bearer('DELETE', `/users/sellers/${gone?._id}`)).body).toMatchObject({ deletedCount: 1 });
  expect((await other.bearer('GET', `/bookings?email=${OTHER_BUYER}`)).status).toBe(401);
});

test('The original client is refused with the statuses that it reacts to', async () => {
  const stranger = createOriginalClient(shop, 'nobody@example.test');
  expect(await stranger.fetchToken()).toBe(401);
  expect((await stranger.bearer('GET', `/bookings?email=${BUYER}`)).status).toBe(401);
  expect((await seller.bearer('GET', `/bookings?email=${BUYER}`)).status).toBe(403);
  expect((await buyer.bearer('POST', `/products?email=${BUYER}`, listingInput())).status).toBe(403);
  expect((await stranger.bare('POST', '/bookings', { productId: 'x', phone: '1', meeting_location: 'y' })).status).toBe(401);
  buyer.forgetToken();
  expect((await buyer.bearer('GET', `/bookings?email=${BUYER}`)).status).toBe(401);
});
