import type { TestApp } from '../app.ts';
import { pictureOf } from '../pictures.ts';
import { createClient } from './client.ts';
import { listingInput, PASSWORD } from './values.ts';

type Json = Record<string, unknown>;

export type OriginalClient = ReturnType<typeof createOriginalClient>;

/** Makes the calls of the specification's section 7 as it shows them, with a bearer token only where it shows one, from the shop's own pages. */
export function createOriginalClient(shop: TestApp, email: string) {
  const browser = createClient(shop);
  let accessToken = '';
  const bare = (method: string, path: string, body?: Json) => browser.call(method, `/api${path}`, body);
  const bearer = (method: string, path: string, body?: Json | FormData) =>
    browser.call(method, `/api${path}`, body, { authorization: `Bearer ${accessToken}` });
  return {
    email,
    browser,
    bare,
    bearer,
    async fetchToken() {
      const { status, body } = await bare('GET', `/jwt?email=${email}`);
      accessToken = String((body as Json).token);
      return status;
    },
    async signUp(name: string, role: 'buyer' | 'seller') {
      await browser.call('POST', '/api/auth/sign-up/email', { email, name, password: PASSWORD });
      const { status } = await bare('POST', '/users', { email, name, role });
      return [status, await this.fetchToken()];
    },
    forgetToken() {
      accessToken = 'over';
    },
    /** Uploads an image; returns its `display_url`. */
    async upload(): Promise<string> {
      const form = new FormData();
      form.set('image', new Blob([new Uint8Array(await pictureOf('png', 400, 400))]), 'phone.png');
      return ((await bearer('POST', '/images', form)).body as { data: { display_url: string } }).data.display_url;
    },
    /** Adds a product as the form does, with the fields that the original sends itself. */
    async add(changes: Json = {}) {
      const own = { seller_name: 'Sol Seller', sellerEmail: email, seller_verify: false, status: 'available', post_time: new Date(0).toString().slice(0, 21) };
      return bearer('POST', `/products?email=${email}`, { ...listingInput({ image: await this.upload(), ...changes }), ...own });
    },
  };
}
