import { useState } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import type { ProviderId } from '../../ports/identity.ts';
import { useNavigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { returnPath } from './login-origin.ts';
import { nameOfProvider } from './provider-name.ts';
import { visitSentence } from './visit-sentence.ts';

type Place = { page: '/login' | '/signup'; origin: string | null };

const VERBS: Record<Place['page'], string> = { '/login': 'Log in with', '/signup': 'Sign up with' };

/** The other ways to sign in; absent in a shop that has none. */
export function ProviderButtons(place: Place) {
  const { google, oidc } = useApp().config.identity;
  const [failure, setFailure] = useState('');
  const { busy, visit } = useVisit(place, setFailure);
  if (google === 'none' && !oidc) return null;
  const verb = VERBS[place.page];
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">or</p>
      {google !== 'none' && (
        <Button variant="secondary" busy={busy === 'google'} onClick={() => void visit('google')}>
          {busy !== 'google' && <GoogleMark />}
          {`${verb} Google`}
        </Button>
      )}
      {google === 'practice' && <p className="text-center text-sm text-muted">In this demo, a sample account chooser stands in for Google.</p>}
      {oidc && (
        <Button variant="secondary" busy={busy === 'oidc'} onClick={() => void visit('oidc')}>
          {`${verb} ${oidc.name}`}
        </Button>
      )}
      <FormError>{failure}</FormError>
    </div>
  );
}

/** Visits a provider and, if that happened in a separate window, continues here as the page would after a return. */
function useVisit({ page, origin }: Place, onFailed: (sentence: string) => void) {
  const { identity, session, config } = useApp();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<ProviderId | null>(null);

  const goOn = async (provider: ProviderId): Promise<'leaving' | 'here'> => {
    const visit = await identity.signInWith(provider, returnPath(provider, page, origin));
    if (visit.kind === 'leaving') return 'leaving';
    if (visit.kind === 'failed') onFailed(await visitSentence(visit.reason, nameOfProvider(config.identity, provider)));
    if (visit.kind !== 'signed-in') return 'here';
    await session.begin(visit.identity);
    if (page === '/login') showSuccess('Log In Successfully!');
    await navigate(origin ?? '/', { replace: true });
    return 'here';
  };

  const visit = useSingleFlight(async (provider: ProviderId) => {
    setBusy(provider);
    onFailed('');
    const where = await goOn(provider).catch((error: unknown) => {
      onFailed(sentenceOf(error));
      return 'here';
    });
    // The spinner stays until the page is gone.
    if (where === 'here') setBusy(null);
  });
  return { busy, visit };
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round">
      <path d="M19 6.5A9 9 0 1 0 21 12h-8" />
    </svg>
  );
}
