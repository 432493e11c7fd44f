import { askForCode, createSoftwarePhone } from '#test/support/phone-tests/software-phone.ts';
import type { Making } from './world.ts';

/** What the phone of a begun test answers to the first challenge. */
export const TEST_ANSWER = JSON.stringify({ outcome: 'skipped' });

/** A seller's finished test, and one that has just begun. */
export async function addPhoneTests({ shop, people, refs, secret }: Making): Promise<void> {
  const about = { listing: String(refs.listing[0]) };
  const [finished, begun] = [await askForCode(shop, people.seller, about), await askForCode(shop, people.seller, about)];
  const phone = await createSoftwarePhone(shop);
  await phone.finish(finished.token, await phone.start(finished.token), { pause: 0 });
  const view = await phone.start(begun.token);
  const { nonce, signature } = await phone.sign(begun.token, view, TEST_ANSWER);
  refs.phoneTest = [finished.id, begun.id];
  refs.finishedTest = [finished.id];
  refs.testToken = [secret('the token of a phone test', [], begun.token)];
  refs.testKey = [phone.publicKey];
  refs.testNonce = [nonce];
  refs.testSignature = [signature];
}
