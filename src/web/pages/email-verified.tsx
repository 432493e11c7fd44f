import { useQuery } from '@tanstack/react-query';
import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { verifiedAddressOptions } from '../features/accounts/queries.ts';
import { Link, useSearchParams } from '../router/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { useApp, useSession } from '../use-app.tsx';

export function Page() {
  const { identity } = useApp();
  const session = useSession();
  const [query] = useSearchParams();
  const email = session.status === 'signed-in' ? session.identity.email : '';
  const { data: isVerified, isLoading } = useQuery({ ...verifiedAddressOptions(identity, email), enabled: email !== '' });
  if (session.status === 'loading' || isLoading) return <PageSpinner />;
  // The link was followed where its owner is not signed in: then the address in the browser is all there is.
  if (query.has('error') || isVerified === false) {
    return (
      <AccountFrame title="Your email isn’t verified yet">
        <p>
          This link has expired or is incomplete.{' '}
          <Link to="/dashboard" className="font-semibold text-accent underline">
            Request a new one
          </Link>{' '}
          on your dashboard. You can keep using your account.
        </p>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Your email is verified">
      <div className="grid justify-items-start gap-6">
        <p>Thanks for confirming your email address.</p>
        <ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>
      </div>
    </AccountFrame>
  );
}
