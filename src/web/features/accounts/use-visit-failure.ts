import { useShop } from '../../use-app.tsx';
import { readVisitError } from './login-origin.ts';
import { nameOfProvider } from './provider-name.ts';
import { visitSentence } from './visit-errors.ts';

/** Answers what went wrong at a provider that somebody left this page for, by the address that they came back to; null when nothing did. */
export const useVisitFailure = (): ((search: string) => string | null) => {
  const { config, identity } = useShop();
  return (search) => {
    const told = readVisitError(search);
    if (told) return visitSentence(told.reason, nameOfProvider(config.identity, told.provider));
    const reason = identity.failedReturn?.() ?? null;
    return reason && visitSentence(reason, nameOfProvider(config.identity, 'google'));
  };
};
