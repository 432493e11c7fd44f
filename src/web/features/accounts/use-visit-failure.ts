import { useApp } from '../../use-app.tsx';
import { readVisitError } from './login-origin.ts';
import { nameOfProvider } from './provider-name.ts';
import { visitSentence } from './visit-errors.ts';

/** Returns a function that describes what went wrong at a provider, from the address returned to; null when nothing did. */
export function useVisitFailure(): (search: string) => string | null {
  const { config, identity } = useApp();
  return (search) => {
    const visitFailure = readVisitError(search);
    if (visitFailure) return visitSentence(visitFailure.reason, nameOfProvider(config.identity, visitFailure.provider));
    const reason = identity.failedReturn?.() ?? null;
    return reason && visitSentence(reason, nameOfProvider(config.identity, 'google'));
  };
}
