import { useQuery } from '@tanstack/react-query';
import { usePaused } from '../../ui/use-paused.ts';
import { useApp } from '../../use-app.tsx';
import { demandOptions, type PhoneToList } from './wanted-queries.ts';
import { describeAd, describeDemand } from './wanted-text.ts';

/** Nothing longer is a brand, price or place. */
const MAX_LENGTH = 200;

/** Who wants the phone that a seller is listing. It only advises: where nobody does, or it isn't available, nothing is shown. */
export function WantedHint({ phone }: { phone: PhoneToList }) {
  const { api } = useApp();
  const written = JSON.stringify(Object.fromEntries(Object.entries(phone).map(([name, text]) => [name, text.trim().slice(0, MAX_LENGTH)])));
  // The same fields, each truncated.
  const asked = JSON.parse(usePaused(written)) as PhoneToList;
  const enough = asked.name !== '' && asked.model_name !== '';
  const { data } = useQuery({ ...demandOptions(api, asked), enabled: enough, placeholderData: (before) => before });
  const sentence = enough && data ? describeDemand(data) : null;
  return (
    <div role="status" aria-live="polite">
      {data && sentence !== null && (
        <div className="grid gap-1 rounded-xl bg-sunken px-4 py-3">
          <p>{sentence}</p>
          <ul className="grid list-disc gap-1 pl-5 text-sm text-muted">
            {data.ads.map((ad) => (
              <li key={ad._id}>
                <bdi>{describeAd(ad)}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
