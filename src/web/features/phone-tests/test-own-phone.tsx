import type { Listing } from '#contract/listings.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useLateDialog } from '../../ui/use-late-dialog.ts';

export const useTestDialog = () => useLateDialog(async () => (await import('./test-dialog.tsx')).TestDialog);

/** For a listing's own seller; what it opens is loaded when it is pressed. */
export function TestOwnPhone({ listing }: { listing: Listing }) {
  const { Dialog, open, show, setOpen } = useTestDialog();
  return (
    <>
      <Button variant="secondary" className="justify-self-start" onClick={() => void show()}>
        <Icon name="scan-line" className="size-5" />
        Test this phone
      </Button>
      {Dialog && open && <Dialog listing={listing} onClose={() => setOpen(false)} />}
    </>
  );
}
