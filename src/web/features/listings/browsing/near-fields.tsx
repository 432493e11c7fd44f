import { type RefObject, useEffect, useRef, useState } from 'react';
import type { NamedPoint } from '#contract/cities.ts';
import { Link } from '../../../router/index.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useFollowing } from '../../../ui/use-following.ts';
import { type Filter, isPosition, radiusText, withoutFilter } from './filters.ts';
import { useAddressWith } from './list-address.ts';

const RADII = ['5', '10', '25', '50', '100', '250'];

type NearFieldsProps = {
  filters: Filter[];
  /** Where the list is searched; undefined until known. */
  city: NamedPoint | null | undefined;
  errors: Record<string, string>;
};

/** Where to look for phones, and how far from there. */
export function NearFields({ filters, city, errors }: NearFieldsProps) {
  const near = filters.find(({ name }) => name === 'near');
  const within = filters.find(({ name }) => name === 'within')?.value ?? '';
  return (
    <div className="grid gap-1">
      {near && !errors.near ? <ChosenCity near={near} filters={filters} city={city} /> : <CityField typed={near?.value ?? ''} error={errors.near} />}
      <SelectField
        ref={useFollowing('value', within)}
        label="Distance"
        name="within"
        defaultValue={within}
        error={errors.within}
        // Without a city there is nothing to filter by.
        onChange={(event) => hasCity(event.currentTarget.form) || event.stopPropagation()}
      >
        {['', ...(within === '' || RADII.includes(within) ? [] : [within]), ...RADII].map((radius) => (
          <option key={radius} value={radius}>
            {radius === '' ? 'Any distance' : `Within ${radiusText(radius)}`}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** Whether a city is in the form, typed or chosen. */
const hasCity = (form: HTMLFormElement | null): boolean => form !== null && String(new FormData(form).get('near')).trim() !== '';

function ChosenCity({ near, filters, city }: { near: Filter; filters: Filter[]; city: NamedPoint | null | undefined }) {
  const addressWith = useAddressWith();
  return (
    <div className="flex min-h-11 items-center gap-2">
      <input type="hidden" name="near" value={near.value} />
      <Icon name="map-pin" className="size-5 shrink-0 text-muted" />
      <bdi className="min-w-0 font-medium wrap-anywhere">{city?.name ?? (isPosition(near.value) ? 'Your location' : near.value)}</bdi>
      <Link
        to={addressWith(withoutFilter(filters, near))}
        preventScrollReset
        className="ml-auto inline-flex min-h-11 items-center px-2 font-medium text-accent underline underline-offset-4"
      >
        Change <span className="sr-only">city</span>
      </Link>
    </div>
  );
}

/** A city as typed. Once it is in view, suggestions and the browser's location are loaded. */
function CityField({ typed, error }: { typed: string; error: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box}>
      <Field
        label="Your city"
        name="near"
        defaultValue={typed}
        autoComplete="off"
        maxLength={200}
        placeholder="Portland, Oregon"
        error={error}
        hint="City names: GeoNames, CC BY 4.0"
      />
      <CityHelpSlot box={box} />
    </div>
  );
}

type Help = typeof import('./city-help.tsx').CityHelp;

function CityHelpSlot({ box }: { box: RefObject<HTMLDivElement | null> }) {
  const [loaded, setLoaded] = useState<{ Help: Help; field: HTMLInputElement } | null>(null);
  useEffect(() => {
    const field = box.current?.querySelector('input');
    if (!field) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      // Without it the field takes a city as typed.
      import('./city-help.tsx').then(
        ({ CityHelp }) => setLoaded({ Help: CityHelp, field }),
        () => {},
      );
    });
    observer.observe(field);
    return () => observer.disconnect();
  }, [box]);
  return loaded && <loaded.Help field={loaded.field} />;
}
