// Verifies a phone’s test record without asking the shop: node verify-phone-test.mjs record.txt phone-test-keys.json
// The keys are those at the shop’s address /.well-known/phone-test-keys.json, saved at any time since the test.
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

try {
  const [recordFile, keysFile] = process.argv.slice(2);
  if (!keysFile) throw new Error('Name the file with the record, then the one with the keys.');
  const parts = readFileSync(recordFile, 'utf8').trim().split('.');
  const { keys } = JSON.parse(readFileSync(keysFile, 'utf8'));
  const [header, payload, signature] = parts.map(decode);
  const { alg, kid, typ } = JSON.parse(header);
  if (parts.length !== 3 || alg !== 'EdDSA' || typ !== 'phone-test+jws') throw new Error('This isn’t a test record.');
  const key = keys.find((one) => one.kid === kid && one.crv === 'Ed25519');
  if (!key) throw new Error('None of these keys signed it. Save the shop’s keys again.');
  const isTrue = verify(null, Buffer.from(`${parts[0]}.${parts[1]}`), createPublicKey({ key, format: 'jwk' }), signature);
  if (!isTrue) throw new Error('The record was changed, or the shop never signed it.');
  process.stdout.write(`${JSON.stringify(JSON.parse(payload), null, 2)}\n`);
} catch (error) {
  console.error(error instanceof SyntaxError ? 'The record was changed.' : error.message);
  process.exit(1);
}

/** The last character has bits that decoding ignores: only the spelling that was signed counts. */
function decode(text) {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw new Error('The record was changed.');
  return bytes;
}
