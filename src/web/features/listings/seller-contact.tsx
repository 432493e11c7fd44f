import { Link, useLocation } from '../../router/index.ts';
import { loginTarget } from '../../session/login-target.ts';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { QUIET_LINK } from '../../ui/link-classes.ts';
import { useLate } from '../../ui/use-late.ts';
import { useSession } from '../../use-app.tsx';

const LINK = `inline-flex min-h-11 items-center font-medium ${QUIET_LINK}`;

/** A seller's phone number or email address; where it is masked, how to see it. */
export function SellerContact({ value }: { value: string }) {
  const session = useSession();
  if (!isMasked(value)) return value.includes('@') ? <EmailLink address={value} className={LINK} /> : <PhoneLink number={value} className={LINK} />;
  return session.status === 'signed-in' ? <NotToday /> : <SignIn />;
}

/** Whether the server masked the text, as it does for visitors, beside another phone, and for users who have reached the daily limit of sellers. */
export const isMasked = (text: string): boolean => /^•+$/u.test(text);

/** Why someone logged in doesn't see it, which visitors don't load. */
function NotToday() {
  const { part: Reason } = useLate(async () => (await import('./contact-limit.tsx')).ContactLimit, true);
  const notShown = <span className="text-muted">Not shown here</span>;
  return Reason ? <Reason>{notShown}</Reason> : notShown;
}

function SignIn() {
  const { pathname, search } = useLocation();
  const { to, state } = loginTarget(`${pathname}${search}`);
  return (
    <Link to={to} state={state} className="relative font-medium text-accent underline underline-offset-4">
      Log in to see it
    </Link>
  );
}
