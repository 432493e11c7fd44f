import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { needSentence, readNeed } from '../features/accounts/login-origin.ts';
import { readOrigin } from '../features/accounts/read-origin.ts';
import { SignUpForm } from '../features/accounts/sign-up-form.tsx';
import { useArrival } from '../features/accounts/use-arrival.ts';
import { useVisitFailure } from '../features/accounts/use-visit-failure.ts';
import { Navigate, useLocation } from '../router/index.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { useSession } from '../use-app.tsx';

export function Page() {
  const { search } = useLocation();
  const arrival = useArrival();
  const session = useSession();
  const need = readNeed(search);
  const origin = readOrigin(search);
  const failure = useVisitFailure();
  if (arrival.status === 'loading') return <PageSpinner />;
  if (arrival.status === 'signed-in' && need === null) return <Navigate to={origin ?? '/'} />;
  const notification = need && session.status === 'signed-in' ? needSentence(need, session.identity.email) : failure;
  return (
    <AccountFrame title="Create an account" notification={notification}>
      <SignUpForm origin={origin} loginAddress={`/login${search}`} />
    </AccountFrame>
  );
}
