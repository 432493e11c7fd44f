import { AsyncLocalStorage } from 'node:async_hooks';

/** How a provider let a sign-in down: no answer in time, an answer that can't be used, proof of the person that doesn't hold, or of a sign-in that is not as strong as the shop asks for; practice sign-in also for whom it is not meant. */
export type OidcFaultCode = 'provider_unreachable' | 'provider_troubled' | 'proof_refused' | 'sign_in_too_weak' | 'not_for_practice';

export class OidcFault extends Error {
  readonly code: OidcFaultCode;

  constructor(code: OidcFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** A way in as better-auth keeps it. */
export type AccountKey = { providerId: string; accountId: string };

type SignInState = { fault: OidcFault | null; account: AccountKey | null };

const noted = new AsyncLocalStorage<SignInState>();

/** Remembers a fault for whoever answers the request: better-auth tells all faults of a provider by one word. */
export function noteFault(fault: OidcFault): void {
  const state = noted.getStore();
  if (state) state.fault = fault;
}

/** Remembers whom a provider proved, for the end of the request. */
export function noteAccount(account: AccountKey): void {
  const state = noted.getStore();
  if (state) state.account = account;
}

export const notedAccount = (): AccountKey | null => noted.getStore()?.account ?? null;

/** Runs something, and says which fault was noted meanwhile. */
export async function notingFault<T>(run: () => Promise<T>): Promise<{ outcome: T; fault: OidcFault | null }> {
  const state: SignInState = { fault: null, account: null };
  return { outcome: await noted.run(state, run), fault: state.fault };
}
