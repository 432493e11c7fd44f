import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation } from '#contract/shared/webauthn.ts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CREDENTIAL_DATA = 0x40;

type Says = { challenge: string; origin?: string; rpId?: string; userVerified?: boolean; counter?: number };
export type SoftwarePasskey = ReturnType<typeof createSoftwarePasskey>;

/** Stands in for an authenticator with one passkey. Its answers have the form of a browser's `toJSON`, and can be changed by a test. */
export function createSoftwarePasskey({ origin, rpId }: { origin: string; rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = map(
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  );
  let count = 0;

  const clientData = (type: string, { challenge, origin: input = origin }: Says): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: input, crossOrigin: false }));
  const authenticatorData = ({ rpId: input = rpId, userVerified = true, counter }: Says, more: Buffer | null): Buffer => {
    const flags = USER_PRESENT | (userVerified ? USER_VERIFIED : 0) | (more ? CREDENTIAL_DATA : 0);
    const counted = Buffer.alloc(4);
    count = counter ?? count + 1;
    counted.writeUInt32BE(count);
    return Buffer.concat([sha256(input), Buffer.from([flags]), counted, more ?? Buffer.alloc(0)]);
  };
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const, clientExtensionResults: {} };

  return {
    id: credential.id,
    create(says: Says): PasskeyAttestation {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const made = authenticatorData(says, Buffer.concat([Buffer.alloc(16), length, id, key]));
      const attestation = map([text('fmt'), text('none')], [text('attStmt'), map()], [text('authData'), bytes(made)]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', says).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get(says: Says): PasskeyAssertion {
      const client = clientData('webauthn.get', says);
      const data = authenticatorData(says, null);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        },
      };
    },
  };
}

const map = (...entries: [Buffer, Buffer][]): Buffer => Buffer.concat([head(5, entries.length), ...entries.flat()]);

function head(major: number, length: number): Buffer {
  return length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}

const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));

const bytes = (data: Buffer): Buffer => Buffer.concat([head(2, data.length), data]);

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const text = (data: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(data)), Buffer.from(data)]);
