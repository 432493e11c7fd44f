import { useQuery } from '@tanstack/react-query';
import { contactViewsOptions } from '../../queries/contacts.ts';
import { Link, useLocation } from '../../router/index.ts';
import { loginTarget } from '../../session/login-target.ts';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { QUIET_LINK } from '../../ui/link-classes.ts';
import { useApp, useSession } from '../../use-app.tsx';

const LINK = `inline-flex min-h-11 items-center font-medium ${QUIET_LINK}`;

const timeOf = (iso: string): string => new Intl.DateTimeFormat('en', { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(new Date(iso));

/** A seller's phone number or email address; where it is masked, how to see it. */
export function SellerContact({ value }: { value: string }) {
  const session = useSession();
  if (!isMasked(value)) return value.includes('@') ? <EmailLink address={value} className={LINK} /> : <PhoneLink number={value} className={LINK} />;
  return session.status === 'signed-in' ? <NotToday /> : <SignIn />;
}

/** Whether the server masked the text, as it does for visitors, beside another phone, and for users who have reached the daily limit of sellers. */
export const isMasked = (text: string): boolean => /^•+$/u.test(text);

function NotToday() {
  const { api } = useApp();
  const { data } = useQuery(contactViewsOptions(api));
  if (data?.needsVerification) return <span className="text-muted">Verify your email address to see it</span>;
  // It is a similar phone's, or the page still shows what an anonymous visitor gets.
  if (data === undefined || data.seen < data.limit) return <span className="text-muted">Not shown here</span>;
  return <span className="text-muted">You’ve reached today’s limit for viewing sellers’ contact details. You can see more from {timeOf(data.moreAt)}.</span>;
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
