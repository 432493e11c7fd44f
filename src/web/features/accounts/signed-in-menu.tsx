import { useState } from 'react';
import type { SignedInIdentity } from '../../ports/identity.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuButton, MenuLink } from '../../ui/menu.tsx';
import { MenuSeparator } from '../../ui/menu-separator.tsx';
import { showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';
import type { Place } from './account-menu.tsx';

/** The account menu of someone logged in. */
export function SignedInMenu({ identity, places }: { identity: SignedInIdentity; places: Place[] }) {
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
        <Icon name="layout-dashboard" className="size-5" />
        Dashboard
      </MenuLink>
      <MenuLink to="/saved">
        <Icon name="heart" className="size-5" />
        Saved phones
      </MenuLink>
      <MenuButton onSelect={() => void signOut()}>
        <Icon name="log-out" className="size-5" />
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
