import { useApp } from '../../use-app.tsx';
import { readVisitError } from './login-origin.ts';
import { nameOfProvider } from './provider-name.ts';
import { visitSentence } from './visit-errors.ts';

const NO_COOKIES = 'Your browser blocks cookies, and without one we can’t keep you logged in. Allow cookies for this site, then reload this page.';

/**
 * Returns a function that describes what went wrong at a provider, from the address returned to, or what keeps this browser from logging in; null when
 * nothing does.
 */
export function useVisitFailure(): (search: string) => string | null {
  const { config, identity } = useApp();
  return (search) => {
    if (config.identity.kind === 'builtin' && !navigator.cookieEnabled) return NO_COOKIES;
    const visitFailure = readVisitError(search);
    if (visitFailure) return visitSentence(visitFailure.reason, nameOfProvider(config.identity, visitFailure.provider));
    const reason = identity.failedReturn?.() ?? null;
    return reason && visitSentence(reason, nameOfProvider(config.identity, 'google'));
  };
}
