import { readToken } from '#contract/phone-tests/protocol.ts';
import { type RunStart, runTest } from './run.ts';
import { findKeys, makeKeys } from './run-store.ts';
import { askForConsent, showBadCode, showBeginning, showInsecure, showNoCode, showRefusal } from './screens.ts';
import { RefusedError } from './send.ts';

/** Tests this phone with the code behind the address’s `#`: asks first, or goes on where this phone stopped. */
export async function startPhoneTest(): Promise<void> {
  // Another code in the same tab is another test.
  window.addEventListener('hashchange', () => window.location.reload());
  const token = readToken(window.location.hash);
  if (token === null) return window.location.hash.length > 1 ? showBadCode() : showNoCode();
  if (!window.isSecureContext) return showInsecure();
  try {
    await runTest(await begin(token));
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    showRefusal(error.message);
  }
}

async function begin(token: string): Promise<RunStart> {
  const stored = await findKeys(token);
  if (stored) return { token, keys: stored, isResumed: true };
  await askForConsent();
  showBeginning();
  return { token, keys: await makeKeys(token), isResumed: false };
}
