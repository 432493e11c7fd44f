import { Heart, LayoutDashboard, LogOut } from 'lucide-react';
import { useState } from 'react';
import type { SignedInIdentity } from '../../ports/identity.ts';
import { Avatar } from '../../ui/avatar.tsx';
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
