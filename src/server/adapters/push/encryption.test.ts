import { expect, test } from 'vitest';
import { encryptPush } from './encryption.ts';

const bytes = (base64url: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64url, 'base64url'));

/** The values of RFC 8291, section 5 and appendix A. */
const RFC = {
  message: 'When I grow up, I want to be a watermelon',
  browser: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  sender: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  encrypted:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('Encrypts the example of RFC 8291 to the bytes given there', async () => {
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const [x, y] = [RFC.sender, RFC.sender].map((point, index) => Buffer.from(bytes(point).slice(1 + 32 * index, 33 + 32 * index)).toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const pair = {
    publicKey: await crypto.subtle.importKey('jwk', jwk, curve, true, []),
    privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d: RFC.senderPrivate }, curve, true, ['deriveBits']),
  };
  const browser = { publicKey: bytes(RFC.browser), auth: bytes(RFC.auth) };
  const encrypted = await encryptPush(new TextEncoder().encode(RFC.message), browser, { pair, salt: bytes(RFC.salt) });
  expect(Buffer.from(encrypted).toString('base64url')).toBe(RFC.encrypted);
});

test('Each message has keys of its own, and a key off the curve is refused', async () => {
  const browser = { publicKey: bytes(RFC.browser), auth: bytes(RFC.auth) };
  const [one, other] = await Promise.all([1, 2].map(() => encryptPush(new TextEncoder().encode('same'), browser)));
  expect(one?.slice(0, 86)).not.toEqual(other?.slice(0, 86));
  await expect(encryptPush(new Uint8Array(), { ...browser, publicKey: new Uint8Array(65).fill(4) })).rejects.toThrow();
});
