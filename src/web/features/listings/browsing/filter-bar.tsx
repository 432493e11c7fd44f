import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useLateDialog } from '../../../ui/use-late-dialog.ts';
import { type FilterFormProps, FilterPills } from './filter-form.tsx';

/** A list's filters and sort order, in a bar that stays in view. */
export function FilterBar({ sort, ...form }: FilterFormProps & { sort: ReactNode }) {
  // A list that is empty even without filters has nothing to filter.
  const empty = form.facets?.total === 0 && form.filters.length === 0;
  return (
    <div className="filter-bar sticky top-0 z-30 -mx-4 border-b border-line bg-ground px-4 py-0.5 max-xl:noscript:static md:top-15 md:-mx-8 md:px-8 md:py-2">
      <div className="flex items-center justify-between gap-3 max-xl:noscript:flex-wrap">
        {!empty && (
          <>
            <div className="hidden xl:block noscript:block">
              <FilterPills {...form} />
            </div>
            <div className="min-w-0 flex-3 sm:max-w-48 xl:hidden noscript:hidden">
              <FilterSheetButton {...form} />
            </div>
          </>
        )}
        <div className="ml-auto min-w-0 max-sm:flex-4 max-sm:noscript:basis-full">{sort}</div>
      </div>
    </div>
  );
}

/** On small screens one button opens all filters, whose code loads with the first press; without JavaScript they stand side by side there too. */
function FilterSheetButton(form: FilterFormProps) {
  const { Dialog: Sheet, open, show, setOpen } = useLateDialog(async () => (await import('./filter-sheet.tsx')).FilterSheet);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" className="w-full whitespace-nowrap max-sm:px-2" onClick={() => void show()}>
        <Icon name="sliders-horizontal" className="size-4" />
        Filters{form.filters.length > 0 && ` (${form.filters.length})`}
      </Button>
      {Sheet && <Sheet {...form} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
