import { useState } from 'react';
import { sentenceOf } from '../error-sentence.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { saveFile } from './save-file.ts';
import { showError } from './toast.tsx';
import { useSingleFlight } from './use-single-flight.ts';

/** Downloads a file with the user's token. */
export function DownloadButton({ load, name, children }: { load: () => Promise<Blob>; name: string; children: string }) {
  const [busy, setBusy] = useState(false);
  const press = useSingleFlight(async () => {
    setBusy(true);
    await load().then(
      (file) => saveFile(name, file),
      (error: unknown) => showError(sentenceOf(error)),
    );
    setBusy(false);
  });
  return (
    <Button variant="secondary" busy={busy} onClick={() => void press()}>
      {!busy && <Icon name="download" className="size-4" />}
      {children}
    </Button>
  );
}
