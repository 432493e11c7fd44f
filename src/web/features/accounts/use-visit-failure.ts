import { useLocation } from '../../router/index.ts';
import { useLate } from '../../ui/use-late.ts';
import { useApp } from '../../use-app.tsx';
import { readVisitError } from './login-origin.ts';
import { nameOfProvider } from './provider-name.ts';
import { visitSentence } from './visit-sentence.ts';

const NO_COOKIES = 'Your browser blocks cookies, and without one we can’t keep you logged in. Allow cookies for this site, then reload this page.';

/**
 * Returns what keeps this browser from logging in, or what went wrong at a provider, once its sentence is loaded: from the address returned to, or the
 * identity service. Null when nothing does.
 */
export function useVisitFailure(): string | null {
  const { config, identity } = useApp();
  const inAddress = readVisitError(useLocation().search);
  const reason = inAddress?.reason ?? identity.failedReturn?.() ?? null;
  const provider = nameOfProvider(config.identity, inAddress?.provider ?? 'google');
  const { part } = useLate(() => visitSentence(reason ?? '', provider), reason !== null);
  if (config.identity.kind === 'builtin' && !navigator.cookieEnabled) return NO_COOKIES;
  return reason && part;
}
