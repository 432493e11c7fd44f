import { useState } from 'react';
import type { Facets, FacetValue } from '#contract/search.ts';
import { CONDITION_CHECK_KEYS, CONDITION_CHECKS } from '#contract/shared/condition-checks.ts';
import { UPDATE_MONTHS } from '#contract/shared/updates.ts';
import { formatCount } from '../../../ui/count.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { ListedFilter } from './filter-names.ts';
import { type Filter, isSame } from './filters.ts';

export const TITLES: Record<ListedFilter, string> = {
  brand: 'Brand',
  model: 'Model',
  storage: 'Storage',
  ram: 'Memory (RAM)',
  condition: 'Condition',
  color: 'Color',
  year: 'Purchase year',
  place: 'Location',
};

/** How many values a group shows beside other groups, if it has more than a few beyond that; the rest unfold below. */
const FIRST_VALUES = 6;
const A_FEW = 2;

/** How many values a group offers: rarer ones are found by searching, and a page with hundreds of checkboxes is slow. */
const MOST_VALUES = 12;

type ChoicesProps = { name: ListedFilter; filters: Filter[]; facets: Facets | undefined };

/** The minimum months of updates; since a radio button can't be unchecked, "Any" is one of the choices. */
export function UpdatesChoices({ chosen, facets }: { chosen: string; facets: Facets | undefined }) {
  const offered = UPDATE_MONTHS.map(String);
  const values = ['', ...(chosen === '' || offered.includes(chosen) ? [] : [chosen]), ...offered];
  return values.map((value) => (
    <label key={value} className="choice">
      <input type="radio" name="updates" value={value} defaultChecked={value === chosen} />
      {value === '' ? 'Any' : `At least ${value} months`}
      {value !== '' && facets && <span>{countOf(facets.updates, value)}</span>}
    </label>
  ));
}

export const CHECKS_TITLE = 'Condition details';

/** What the sellers' answers about the condition must say; without counts, since a phone must meet all that are chosen. */
export function CheckChoices({ filters }: { filters: Filter[] }) {
  return CONDITION_CHECK_KEYS.map((check) => (
    <Choice key={check} name="checks" value={check} text={CONDITION_CHECKS[check]} count={undefined} on={isOn(filters, 'checks', check)} />
  ));
}

/** Choices for a panel shared with other groups: a long group shows its first values, and the rest on demand. */
export function ShortChoices({ name, filters, facets }: ChoicesProps) {
  const offered = offeredOf(name, filters, facets);
  const rest = offered.slice(FIRST_VALUES);
  // Only initially: unchecking a value below must not fold the list.
  const [open] = useState(rest.some(({ value }) => isOn(filters, name, value)));
  if (!facets || rest.length <= A_FEW) return <Choices name={name} filters={filters} facets={facets} />;
  return (
    <>
      <Choices
        name={name}
        filters={filters.filter((filter) => !rest.some(({ value }) => isSame(value, filter.value)))}
        facets={{ ...facets, [name]: offered.slice(0, FIRST_VALUES) }}
      />
      <details open={open} className="group/rest">
        <summary className="flex min-h-11 list-none items-center gap-3 rounded-lg px-2 font-medium text-accent hover:bg-sunken [&::-webkit-details-marker]:hidden">
          <Icon name="chevron-down" className="size-5 transition-transform group-open/rest:rotate-180" />
          <span className="group-open/rest:hidden">{rest.length} more</span>
          <span className="not-group-open/rest:hidden">Fewer</span>
          <span className="sr-only"> of {TITLES[name]}</span>
        </summary>
        <ChoiceList name={name} choices={rest.map((one) => toChoice(one, name, filters))} />
        <Rarer name={name} facets={facets} />
      </details>
    </>
  );
}

/** Returns the most frequent values, in their order, plus the checked ones; all brands. */
function offeredOf(name: ListedFilter, filters: Filter[], facets: Facets | undefined): FacetValue[] {
  const all = facets?.[name] ?? [];
  if (name === 'brand' || all.length <= MOST_VALUES) return all;
  const most = new Set(all.toSorted((one, other) => other.count - one.count).slice(0, MOST_VALUES));
  return all.filter((one) => most.has(one) || isOn(filters, name, one.value));
}

export const isOn = (filters: Filter[], name: string, value: string): boolean => filters.some((filter) => filter.name === name && isSame(filter.value, value));

/** A filter's value, as in the address; empty without it. */
export const typed = (filters: Filter[], name: string): string => filters.find((filter) => filter.name === name)?.value ?? '';

export function Choices({ name, filters, facets }: ChoicesProps) {
  const offered = offeredOf(name, filters, facets);
  // A checked value can be unchecked even when nothing matches it anymore.
  const chosen = filters.filter((filter) => filter.name === name && !offered.some(({ value }) => isSame(value, filter.value)));
  const choices = [...chosen.map(({ value }) => ({ value, count: facets && 0, on: true })), ...offered.map((one) => toChoice(one, name, filters))];
  if (facets && choices.length === 0) return <p className="p-2 text-muted">No options.</p>;
  return (
    <>
      <ChoiceList name={name} choices={choices} />
      <Rarer name={name} facets={facets} />
    </>
  );
}

/** Says how to reach the values that a group leaves out. */
function Rarer({ name, facets }: Omit<ChoicesProps, 'filters'>) {
  if (name === 'brand' || !facets || facets[name].length <= MOST_VALUES) return null;
  return <p className="p-2 text-sm text-muted">The {MOST_VALUES} most common. Search to find others.</p>;
}

type Offered = { value: string; count: number | undefined; on: boolean };

function countOf(offered: FacetValue[], value: string): string | undefined {
  const found = offered.find((one) => one.value === value);
  return found && formatCount(found.count);
}

const toChoice = ({ value, count }: FacetValue, name: ListedFilter, filters: Filter[]): Offered => ({ value, count, on: isOn(filters, name, value) });

function ChoiceList({ name, choices }: { name: ListedFilter; choices: Offered[] }) {
  return choices.map(({ value, count, on }) => <Choice key={value} name={name} value={value} text={value} count={count} on={on} />);
}

/** A checkbox in a row tall enough for a thumb, with how many phones it would leave. */
export function Choice({ name, value, text, count, on }: { name: string; value: string; text: string; count: number | undefined; on: boolean }) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} value={value} defaultChecked={on} />
      <bdi>{text}</bdi>
      {count !== undefined && <span>{formatCount(count)}</span>}
    </label>
  );
}
