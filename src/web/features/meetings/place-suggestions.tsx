import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MeetingPlace, MeetingPlaceKind } from '#contract/meeting-places.ts';
import { meetingPlacesOptions } from '../../queries/meeting-places.ts';
import { useApp } from '../../use-app.tsx';

const SHOWN = 4;

const KINDS: Record<MeetingPlaceKind, string> = {
  police: 'Police station',
  library: 'Library',
  mall: 'Shopping mall',
  bank: 'Bank',
  public_building: 'Public building',
};

/** Public places near the phone, or those that have the words typed. */
export function PlaceSuggestions({ orderId, search, onPick }: { orderId: string; search: string; onPick: (place: string) => void }) {
  const { api } = useApp();
  const { data } = useQuery({ ...meetingPlacesOptions(api, orderId, search), placeholderData: keepPreviousData });
  if (!data || data.places.length === 0) return null;
  return (
    <section className="grid gap-2" aria-labelledby="safe-places">
      <h3 id="safe-places" className="text-sm text-muted">
        Safe places nearby
      </h3>
      <ul className="grid gap-2 sm:grid-cols-2">
        {data.places.slice(0, SHOWN).map((place) => (
          <li key={place._id} className="grid">
            <button
              type="button"
              onClick={() => onPick(textOf(place))}
              className="grid min-h-11 content-center rounded-xl border border-line-strong px-4 py-2 text-left hover:bg-sunken"
            >
              <span className="font-medium wrap-anywhere">{place.name}</span>
              <span className="text-sm text-muted wrap-anywhere">
                {[KINDS[place.kind], place.street, place.city].filter((part) => part !== '').join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {data.credits.length > 0 && <p className="text-sm text-muted">{data.credits.join(', ')}</p>}
    </section>
  );
}

const textOf = ({ name, street, city }: MeetingPlace): string =>
  [name, street, city]
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, 200);
