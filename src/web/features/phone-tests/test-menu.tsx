import type { ReactNode } from 'react';
import type { Listing } from '#contract/listings.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { useTestDialog } from './test-own-phone.tsx';

/** A menu with an entry that does the same; the dialog stays when the menu closes. */
export function TestMenu({ listing, menu }: { listing: Listing; menu: (entry: ReactNode) => ReactNode }) {
  const { Dialog, open, show, setOpen } = useTestDialog();
  return (
    <>
      {menu(listing.status !== 'sold' && <MenuButton onSelect={() => void show()}>Test the phone</MenuButton>)}
      {Dialog && open && <Dialog listing={listing} onClose={() => setOpen(false)} />}
    </>
  );
}
