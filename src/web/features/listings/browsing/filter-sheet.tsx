import { Link } from '../../../router/index.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { phones } from '../../../ui/phone-count.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { Choice, ShortChoices, TITLES, typed } from './filter-choices.tsx';
import { DetailGroups, type FilterFormProps, Group, PriceFields } from './filter-form.tsx';
import { useAddressWith } from './list-address.ts';
import { NarrowingForm } from './narrowing-form.tsx';
import { NearFields } from './near-fields.tsx';

/** All filters below each other in a sheet, for small screens. */
export function FilterSheet({ open, onClose, ...form }: FilterFormProps & { open: boolean; onClose: () => void }) {
  const addressWith = useAddressWith();
  const total = form.facets?.total;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Filters"
      footer={
        <>
          <Link to={addressWith([])} preventScrollReset className={buttonClass({ variant: 'quiet' })}>
            Clear all
          </Link>
          <Button className="flex-1" onClick={onClose}>
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
  );
}

function FilterStack({ filters, facets, groups, errors }: FilterFormProps) {
  return (
    <NarrowingForm filters={filters}>
      <Group title="Price">
        <PriceFields filters={filters} facets={facets} errors={errors} />
      </Group>
      <Group title="Near you">
        <NearFields filters={filters} city={facets?.near} errors={errors} />
      </Group>
      {groups.map((name) =>
        filters.some((filter) => filter.name === name) || (facets?.[name].length ?? 0) > 0 ? (
          <Group key={name} title={TITLES[name]}>
            <ShortChoices name={name} filters={filters} facets={facets} />
          </Group>
        ) : null,
      )}
      <DetailGroups filters={filters} facets={facets} />
      <Group title="Seller">
        <Choice name="verified" value="1" text="Verified sellers only" count={facets?.verified} on={typed(filters, 'verified') !== ''} />
      </Group>
    </NarrowingForm>
  );
}
