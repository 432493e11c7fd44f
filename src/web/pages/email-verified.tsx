import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { Link, useSearchParams } from '../router/index.ts';
import { ButtonLink } from '../ui/button.tsx';

export function Page() {
  const [query] = useSearchParams();
  // Only the server knows about whose address the link was: somebody else may be logged in here.
  if (!query.has('verified')) {
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
