import { type ReactNode, useRef } from 'react';
import type { Facets } from '#contract/search.ts';
import { StoredPart } from '../../../rendering/fragments.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { formatPrice } from '../../../ui/money.ts';
import { useDismiss } from '../../../ui/use-dismiss.ts';
import { CHECKS_TITLE, CheckChoices, Choices, ShortChoices, TITLES, typed, UpdatesChoices } from './filter-choices.tsx';
import type { ListedFilter } from './filter-names.ts';
import type { Filter } from './filters.ts';
import { NarrowingForm } from './narrowing-form.tsx';
import { NearFields } from './near-fields.tsx';

export type FilterFormProps = {
  filters: Filter[];
  /** Undefined until loaded: until then filters can only be removed. */
  facets: Facets | undefined;
  /** The groups of values to choose from, besides price and verified sellers. */
  groups: readonly ListedFilter[];
  /** The server's message for each invalid filter, by its name. */
  errors: Record<string, string>;
};

/** The less used groups, which share one button, so that all fit in one line. */
const SHARED: readonly ListedFilter[] = ['color', 'ram', 'year', 'place'];

const PILL = 'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3.5 font-medium whitespace-nowrap transition-colors';
const PILL_OFF = 'border-line-strong hover:bg-sunken';
const PILL_ON = 'border-accent bg-accent-soft text-accent';

/** All filters side by side, each opening below its own button. */
export function FilterPills({ filters, facets, groups, errors }: FilterFormProps) {
  const row = useRef<HTMLDivElement>(null);
  const closed = useRef<Element>(null);
  const opened = () => row.current?.querySelector('details[name][open]');
  useDismiss(row, {
    isOpen: () => Boolean(opened()),
    close: () => {
      closed.current = opened() ?? null;
      closed.current?.removeAttribute('open');
    },
    opener: () => closed.current?.querySelector('summary'),
  });
  const countOf = (...names: string[]): number => filters.filter(({ name }) => names.includes(name)).length;
  const keyOf = (...names: (ListedFilter | 'updates')[]): string => JSON.stringify([filters, facets && names.map((name) => facets[name])]);
  return (
    <NarrowingForm filters={filters}>
      <div ref={row} className="flex flex-wrap gap-1.5">
        <Pill title="Price" count={countOf('priceFrom', 'priceTo')}>
          <div className="p-2">
            <PriceFields filters={filters} facets={facets} errors={errors} />
          </div>
        </Pill>
        <Pill title="Near you" count={countOf('near', 'within')}>
          <div className="p-2">
            <NearFields filters={filters} city={facets?.near} errors={errors} />
          </div>
          <ApplyWithoutScript />
        </Pill>
        {groups
          .filter((name) => !SHARED.includes(name))
          .map((name) => (
            <StoredPart key={name} fragmentKey={() => `filter ${name} ${keyOf(name)}`}>
              <Pill title={TITLES[name]} count={countOf(name)}>
                <Choices name={name} filters={filters} facets={facets} />
                <ApplyWithoutScript />
              </Pill>
            </StoredPart>
          ))}
        <StoredPart fragmentKey={() => `filters ${groups} ${keyOf('updates', ...SHARED)}`}>
          <Pill title="More" count={countOf('checks', 'updates', ...SHARED)}>
            <div className="px-2">
              <DetailGroups filters={filters} facets={facets} />
              {groups
                .filter((name) => SHARED.includes(name))
                .map((name) => (
                  <Group key={name} title={TITLES[name]}>
                    <ShortChoices name={name} filters={filters} facets={facets} />
                  </Group>
                ))}
            </div>
            <ApplyWithoutScript />
          </Pill>
        </StoredPart>
        <label className={classNames(PILL, PILL_OFF, 'has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent')}>
          <input type="checkbox" name="verified" value="1" defaultChecked={countOf('verified') > 0} className="size-4 accent-accent" />
          Verified sellers
        </label>
        <ApplyWithoutScript />
      </div>
    </NarrowingForm>
  );
}

/**
 * A button that opens its filters below itself, without JavaScript. On a small screen, where it shows only without JavaScript, its panel pushes the
 * others down.
 */
function Pill({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <details name="filters" className="group relative max-xl:open:basis-full">
      <summary className={classNames(PILL, 'list-none [&::-webkit-details-marker]:hidden', count > 0 ? PILL_ON : PILL_OFF)}>
        {title}
        {count > 0 && (
          <>
            <span aria-hidden="true">· {count}</span>
            <span className="sr-only">, {count} chosen</span>
          </>
        )}
        <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <div className="absolute top-full left-0 z-30 mt-2 max-h-[min(28rem,65dvh)] w-80 overflow-y-auto overscroll-contain rounded-xl border border-line bg-surface p-2 shadow-overlay max-xl:static max-xl:w-full max-xl:shadow-none">
        {children}
      </div>
    </details>
  );
}

export function PriceFields({ filters, facets, errors }: Omit<FilterFormProps, 'groups'>) {
  const { min, max } = facets?.price ?? {};
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="From"
          name="priceFrom"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          defaultValue={typed(filters, 'priceFrom')}
          placeholder={min === undefined ? undefined : formatPrice(min)}
          error={errors.priceFrom}
        />
        <Field
          label="To"
          name="priceTo"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          defaultValue={typed(filters, 'priceTo')}
          placeholder={max === undefined ? undefined : formatPrice(max)}
          error={errors.priceTo}
        />
      </div>
      <button type="submit" className={buttonClass({ variant: 'secondary', size: 'small' }, 'w-full')}>
        Apply price
      </button>
    </>
  );
}

/** Needed only where no script submits the form at every choice. */
function ApplyWithoutScript() {
  return (
    <noscript>
      <button type="submit" className={buttonClass({ variant: 'secondary', size: 'small' }, 'w-full')}>
        Apply
      </button>
    </noscript>
  );
}

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-b border-line py-4 last:border-b-0">
      {/* Floating, it is laid out like any other text instead of on the border. */}
      <legend className="float-left mb-1 w-full font-semibold">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}

export function DetailGroups({ filters, facets }: Pick<FilterFormProps, 'filters' | 'facets'>) {
  return (
    <>
      <Group title={CHECKS_TITLE}>
        <CheckChoices filters={filters} />
      </Group>
      <Group title="Security updates">
        <UpdatesChoices chosen={typed(filters, 'updates')} facets={facets} />
      </Group>
    </>
  );
}
