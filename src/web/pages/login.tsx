import { useEffect, useRef } from 'react';
import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { LogInForm } from '../features/accounts/log-in-form.tsx';
import { isReturn, needSentence, readNeed } from '../features/accounts/login-origin.ts';
import { readOrigin } from '../features/accounts/read-origin.ts';
import { useArrival } from '../features/accounts/use-arrival.ts';
import { useVisitFailure } from '../features/accounts/use-visit-failure.ts';
import { Navigate, useLocation } from '../router/index.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { showSuccess } from '../ui/toast.tsx';
import { useSession } from '../use-app.tsx';

export function Page() {
  const { search } = useLocation();
  const arrival = useArrival();
  const session = useSession();
  const origin = readOrigin(search);
  const need = readNeed(search);
  const returned = isReturn(search);
  const failure = useVisitFailure();
  if (arrival.status === 'loading') return <PageSpinner />;
  if (arrival.status === 'signed-in' && (need === null || returned)) return <GoOn to={origin ?? '/'} welcome={returned} />;
  const notification = need && session.status === 'signed-in' ? needSentence(need, session.identity.email) : failure;
  return (
    <AccountFrame title="Log in" notification={notification}>
      <LogInForm origin={origin} signUpAddress={`/signup${search}`} />
    </AccountFrame>
  );
}

/** Sends signed-in users to the page they wanted; after a provider's login, with a welcome. */
function GoOn({ to, welcome }: { to: string; welcome: boolean }) {
  const welcomed = useRef(false);
  useEffect(() => {
    if (welcome && !welcomed.current) showSuccess('Log In Successfully!');
    welcomed.current = true;
  }, [welcome]);
  return <Navigate to={to} />;
}
