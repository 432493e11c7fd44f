import { Button } from '../../ui/button.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useDownloadData } from './queries.ts';

export function DownloadData() {
  const download = useDownloadData();
  const send = useSingleFlight(() => download.mutateAsync().catch(() => null));
  return (
    <Button variant="secondary" busy={download.isPending} onClick={() => void send()}>
      Download my data
    </Button>
  );
}
