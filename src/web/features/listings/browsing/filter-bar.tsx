import { type ReactNode, useState } from 'react';
import { Link } from '../../../router/index.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { phones } from '../../../ui/phone-count.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { type FilterFormProps, FilterPills, FilterStack } from './filter-form.tsx';
import { useAddressWith } from './list-address.ts';

/** A list's filters and sort order, in a bar that stays in view. */
export function FilterBar({ sort, ...form }: FilterFormProps & { sort: ReactNode }) {
  // A list that is empty even without filters has nothing to filter.
  const empty = form.facets?.total === 0 && form.filters.length === 0;
  return (
    <div className="filter-bar sticky top-0 z-30 -mx-4 border-b border-line bg-ground px-4 py-0.5 max-xl:noscript:static md:top-28 md:-mx-8 md:px-8 md:py-2 xl:top-17">
      <div className="flex items-center justify-between gap-3 max-xl:noscript:flex-wrap">
        {!empty && (
          <>
            <div className="hidden xl:block noscript:block">
              <FilterPills {...form} />
            </div>
            <div className="min-w-0 flex-3 sm:max-w-48 xl:hidden noscript:hidden">
              <FilterSheet {...form} />
            </div>
          </>
        )}
        <div className="ml-auto min-w-0 max-sm:flex-4 max-sm:noscript:basis-full">{sort}</div>
      </div>
    </div>
  );
}

/** On small screens one button opens all filters; without JavaScript they stand side by side there too. */
function FilterSheet(form: FilterFormProps) {
  const [open, setOpen] = useState(false);
  const addressWith = useAddressWith();
  const close = () => setOpen(false);
  const total = form.facets?.total;
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" className="w-full whitespace-nowrap max-sm:px-2" onClick={() => setOpen(true)}>
        <Icon name="sliders-horizontal" className="size-4" />
        Filters{form.filters.length > 0 && ` (${form.filters.length})`}
      </Button>
      <Sheet
        open={open}
        onClose={close}
        title="Filters"
        footer={
          <>
            <Link to={addressWith([])} preventScrollReset className={buttonClass({ variant: 'quiet' })}>
              Clear all
            </Link>
            <Button className="flex-1" onClick={close}>
              {total === undefined ? 'Show phones' : `Show ${phones(total)}`}
            </Button>
            <span role="status" className="sr-only">
              {total !== undefined && phones(total)}
            </span>
          </>
        }
      >
        <FilterStack {...form} />
      </Sheet>
    </>
  );
}
