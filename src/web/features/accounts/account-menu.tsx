import type { ReactNode } from 'react';
import { StoredPart } from '../../rendering/fragments.tsx';
import { Link, useLocation } from '../../router/index.ts';
import { loginTarget } from '../../session/login-target.ts';
import { openKeyStore, TOKEN_KEY } from '../../session/session-store.ts';
import { DISCLOSURE_ITEM, DisclosureMenu } from '../../ui/disclosure-menu.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MenuSeparator } from '../../ui/menu-separator.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { useSession } from '../../use-app.tsx';
import { readOrigin } from './read-origin.ts';

/** A place of the shop that the header links to. */
export type Place = { to: string; text: string };

type Corner = {
  places: Place[];
  /** What someone logged in sees; null until its code is there. */
  own: ReactNode;
};

/** The account corner of the navigation bar. On a phone, where the bar has no room for them, its menu also has links to `places`. */
export function AccountMenu({ places, own }: Corner) {
  const { status } = useSession();
  const expected = useIsExpected();
  if (status === 'signed-in' && own) return own;
  if (status === 'signed-in' || (status === 'loading' && expected)) {
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

function SignedOutMenu({ places }: { places: Place[] }) {
  const login = useLoginAddress();
  return (
    <DisclosureMenu
      label={
        <>
          <Icon name="circle-user-round" className="size-5" />
          Account
          <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180 max-sm:hidden" />
        </>
      }
    >
      <Link to="/signup" className={DISCLOSURE_ITEM}>
        Register
      </Link>
      <Link to={login} className={DISCLOSURE_ITEM}>
        Log In
      </Link>
      <StoredPart fragmentKey={() => `account menu ${JSON.stringify(places)}`}>
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
      </StoredPart>
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
