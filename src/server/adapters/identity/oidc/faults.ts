import { AsyncLocalStorage } from 'node:async_hooks';

/** How a provider let a sign-in down: no answer in time, an answer that can't be used, or proof of the person that doesn't hold. */
export type OidcFaultCode = 'provider_unreachable' | 'provider_troubled' | 'proof_refused';

export class OidcFault extends Error {
  readonly code: OidcFaultCode;

  constructor(code: OidcFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const noted = new AsyncLocalStorage<{ fault: OidcFault | null }>();

/** Remembers a fault for whoever answers the request: better-auth tells all faults of a provider by one word. */
export const noteFault = (fault: OidcFault): void => {
  const place = noted.getStore();
  if (place) place.fault = fault;
};

/** Runs something, and says which fault was noted meanwhile. */
export const notingFault = async <T>(run: () => Promise<T>): Promise<{ outcome: T; fault: OidcFault | null }> => {
  const place: { fault: OidcFault | null } = { fault: null };
  return { outcome: await noted.run(place, run), fault: place.fault };
};
