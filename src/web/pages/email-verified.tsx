import { useQuery } from '@tanstack/react-query';
import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { verifiedAddressOptions } from '../features/accounts/queries.ts';
import { Link, useSearchParams } from '../router/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { useApp, useSession } from '../use-app.tsx';

export const Page = () => {
  const { identity } = useApp();
  const session = useSession();
  const [query] = useSearchParams();
  const email = session.status === 'signed-in' ? session.identity.email : '';
  const { data: isVerified, isLoading } = useQuery({ ...verifiedAddressOptions(identity, email), enabled: email !== '' });
  if (session.status === 'loading' || isLoading) return <PageSpinner />;
  // The link was followed elsewhere for somebody who is not signed in here: then the address in the browser is all there is.
  if (query.has('error') || isVerified === false) {
    return (
      <AccountFrame title="Your address is not verified yet">
        <p>
          The link has run out, or was not copied whole.{' '}
          <Link to="/dashboard" className="font-semibold text-accent underline">
            Ask for a new one
          </Link>{' '}
          on your dashboard. Your account works all the same.
        </p>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Your address is verified">
      <div className="grid justify-items-start gap-6">
        <p>Thank you: now we know that it is yours.</p>
        <ButtonLink to="/dashboard">To your dashboard</ButtonLink>
      </div>
    </AccountFrame>
  );
};
