import type { Listing } from '#contract/listings.ts';
import { Link, useLocation } from '../../router/index.ts';
import { isOwnListing } from '../../session/is-own-listing.ts';
import { loginTarget } from '../../session/login-target.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSession } from '../../use-app.tsx';
import { useOpenConversation } from './open-conversation.ts';

/** Opens the user's conversation with the seller; visitors log in first. Nobody asks themselves. */
export function AskSeller({ listing }: { listing: Listing }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const open = useOpenConversation();
  if (session.status !== 'signed-in')
    return (
      <Link {...loginTarget(`${pathname}${search}`)} className={buttonClass({ variant: 'secondary' })}>
        <Ask />
      </Link>
    );
  if (isOwnListing(session, listing)) return null;
  return (
    <Button variant="secondary" busy={open.isPending} onClick={() => open.mutate({ productId: listing._id })}>
      {!open.isPending && <Ask />}
      {open.isPending && 'Ask the seller'}
    </Button>
  );
}

function Ask() {
  return (
    <>
      <Icon name="message-circle" className="size-5" />
      Ask the seller
    </>
  );
}
