import { ChevronDown, CircleUserRound, Heart, LayoutDashboard, LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { SignedInIdentity } from '../../ports/identity.ts';
import { Link, useLocation } from '../../router/index.ts';
import { loginTarget } from '../../session/login-target.ts';
import { openKeyStore, TOKEN_KEY } from '../../session/session-store.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { DISCLOSURE_ITEM, DisclosureMenu } from '../../ui/disclosure-menu.tsx';
import { Menu, MenuButton, MenuLink, MenuSeparator } from '../../ui/menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showSuccess } from '../../ui/toast.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { useApp, useSession } from '../../use-app.tsx';
import { readOrigin } from './login-origin.ts';

/** A place of the shop that the header links to. */
export type Place = { to: string; text: string };

type Corner = {
  places: Place[];
  /** What stands beside the menu of someone logged in, 44 px wide. */
  bell: ReactNode;
};

/** The account corner of the navigation bar. On a phone, where the bar has no room for them, its menu also has links to `places`. */
export function AccountMenu({ places, bell }: Corner) {
  const session = useSession();
  const expected = useIsExpected();
  if (session.status === 'signed-in') {
    return (
      <>
        <div className="size-11 max-md:hidden">{bell}</div>
        <SignedInMenu identity={session.identity} places={places} />
      </>
    );
  }
  if (session.status === 'loading' && expected) {
    return (
      <>
        <div className="size-11 max-md:hidden" />
        <Skeleton className="size-11 rounded-full" />
      </>
    );
  }
  return <SignedOutMenu places={places} />;
}

/** A stored token most likely means a signed-in user, who should not see the visitors' menu flash by. */
const useIsExpected = (): boolean => useHydrated() && openKeyStore().getItem(TOKEN_KEY) !== null;

function SignedInMenu({ identity, places }: { identity: SignedInIdentity; places: Place[] }) {
  const { session } = useApp();
  const [leaving, setLeaving] = useState(false);

  const signOut = async (): Promise<void> => {
    if (leaving) return;
    setLeaving(true);
    await session.end();
    showSuccess('Sign Out Successfully');
  };

  return (
    <Menu label={`Account of ${identity.displayName ?? identity.email}`} button={<Avatar name={identity.displayName} picture={identity.photoURL} />}>
      <div className="max-w-72 px-3 py-2">
        <p className="truncate font-semibold">{identity.displayName ?? 'Not Defined'}</p>
        <p className="truncate text-sm text-muted">{identity.email}</p>
      </div>
      <MenuSeparator />
      <MenuLink to="/dashboard">
        <LayoutDashboard className="size-5" aria-hidden="true" />
        Dashboard
      </MenuLink>
      <MenuLink to="/saved">
        <Heart className="size-5" aria-hidden="true" />
        Saved phones
      </MenuLink>
      <MenuButton onSelect={() => void signOut()}>
        <LogOut className="size-5" aria-hidden="true" />
        Sign Out
      </MenuButton>
      <div className="md:hidden">
        <MenuSeparator />
        {places.map(({ to, text }) => (
          <MenuLink key={text} to={to}>
            {text}
          </MenuLink>
        ))}
      </div>
    </Menu>
  );
}

function SignedOutMenu({ places }: { places: Place[] }) {
  const login = useLoginAddress();
  return (
    <DisclosureMenu
      label={
        <>
          <CircleUserRound className="size-5" aria-hidden="true" />
          Account
          <ChevronDown className="size-4 transition-transform group-open:rotate-180 max-sm:hidden" aria-hidden="true" />
        </>
      }
    >
      <Link to="/signup" className={DISCLOSURE_ITEM}>
        Register
      </Link>
      <Link to={login} className={DISCLOSURE_ITEM}>
        Log In
      </Link>
      <Link to="/saved" className={DISCLOSURE_ITEM}>
        Saved phones
      </Link>
      <div className="md:hidden">
        <MenuSeparator />
        {places.map(({ to, text }) => (
          <Link key={text} to={to} className={DISCLOSURE_ITEM}>
            {text}
          </Link>
        ))}
      </div>
    </DisclosureMenu>
  );
}

/** Logging in returns to the current page, except from the account forms themselves. */
function useLoginAddress(): string {
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const from = here === '/' ? null : readOrigin(`?${new URLSearchParams({ from: here })}`);
  return from ? loginTarget(from).to : '/login';
}
