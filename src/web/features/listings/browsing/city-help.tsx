import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { City } from '#contract/cities.ts';
import { toNearText } from '#contract/shared/near-text.ts';
import { citiesOptions } from '../../../queries/cities.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { usePaused } from '../../../ui/use-paused.ts';
import { useApp } from '../../../use-app.tsx';
import { rememberHere, useHere } from '../here.ts';
import { useLocationButton } from './use-location-button.ts';

/** Below the field for a city: cities that begin as typed, of which Enter takes the first, the one last used, and the browser's location. */
export function CityHelp({ field }: { field: HTMLInputElement }) {
  const { api } = useApp();
  const here = useHere();
  const typed = useTyped(field);
  const asked = usePaused(typed);
  const cities = useQuery(citiesOptions(api, asked)).data ?? [];
  const take = (city: City) => {
    rememberHere(city);
    // Until the page has changed, further choices send it, too.
    field.value = toNearText(city);
    field.form?.requestSubmit();
  };
  const takeFirst = useEffectEvent((event: KeyboardEvent) => {
    const [first] = cities;
    if (event.key !== 'Enter' || event.isComposing || !first || asked !== typed.trim()) return;
    event.preventDefault();
    take(first);
  });
  useEffect(() => {
    field.addEventListener('keydown', takeFirst);
    return () => field.removeEventListener('keydown', takeFirst);
  }, [field]);
  return (
    <>
      <ul aria-label="Cities">
        {cities.map((city) => (
          <li key={`${city.name} ${toNearText(city)}`}>
            <CityButton city={city} onTake={take} />
          </li>
        ))}
      </ul>
      <span aria-live="polite" className="sr-only">
        {cities.length > 0 && (cities.length === 1 ? '1 city' : `${cities.length} cities`)}
      </span>
      {here && <CityButton city={here} onTake={take} before="Last used: " />}
      <LocationButton onFound={take} />
    </>
  );
}

/** What is in a field, as it is typed. */
function useTyped(field: HTMLInputElement): string {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const read = () => setTyped(field.value);
    field.addEventListener('input', read);
    read();
    return () => field.removeEventListener('input', read);
  }, [field]);
  return typed;
}

function CityButton({ city, onTake, before }: { city: City; onTake: (city: City) => void; before?: string }) {
  return (
    <button type="button" onClick={() => onTake(city)} className="flex min-h-11 w-full items-center gap-3 rounded-lg px-2 text-left hover:bg-sunken">
      <Icon name="map-pin" className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 wrap-anywhere">
        {before}
        <bdi>{city.name}</bdi>
      </span>
    </button>
  );
}

function LocationButton({ onFound }: { onFound: (city: City) => void }) {
  const { busy, problem, locate } = useLocationButton(onFound);
  // Browsers offer it only over HTTPS.
  if (!navigator.geolocation) return null;
  return (
    <>
      <Button variant="secondary" size="small" className="w-full" busy={busy} busyText="Finding your location…" onClick={locate}>
        <Icon name="locate-fixed" className="size-4" />
        Use my location
      </Button>
      <p role="status" className="min-h-5 text-sm text-danger">
        {problem}
      </p>
    </>
  );
}
