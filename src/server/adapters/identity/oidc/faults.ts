import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Why a provider's login failed: no reply in time, a reply that can't be used, an invalid proof, or a login that is weaker than the shop requires.
 * Practice logins also fail for people they are not meant for.
 */
export type OidcFaultCode = 'provider_unreachable' | 'provider_troubled' | 'proof_refused' | 'sign_in_too_weak' | 'not_for_practice';

export class OidcFault extends Error {
  readonly code: OidcFaultCode;

  constructor(code: OidcFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** A linked provider account in better-auth's terms. */
export type AccountKey = { providerId: string; accountId: string };

type SignInState = { fault: OidcFault | null; account: AccountKey | null };

const noted = new AsyncLocalStorage<SignInState>();

/** Records a fault for the rest of the request: better-auth reports every provider fault with the same error code. */
export function noteFault(fault: OidcFault): void {
  const state = noted.getStore();
  if (state) state.fault = fault;
}

/** Records which provider account was proven, for the rest of the request. */
export function noteAccount(account: AccountKey): void {
  const state = noted.getStore();
  if (state) state.account = account;
}

export const notedAccount = (): AccountKey | null => noted.getStore()?.account ?? null;

/** Runs `run` and returns its outcome with the fault noted meanwhile. */
export async function notingFault<T>(run: () => Promise<T>): Promise<{ outcome: T; fault: OidcFault | null }> {
  const state: SignInState = { fault: null, account: null };
  return { outcome: await noted.run(state, run), fault: state.fault };
}
