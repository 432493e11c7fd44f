import type { ComparedListing } from '#contract/compare.ts';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { COMPARED, comparedTable } from '../../ui/compared-columns.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { comparisonAddress, leaveOut } from './chosen.ts';
import { type Cell, compareRows, type Row, type RowGroup } from './comparison-rows.ts';

const { corner: CORNER, cell: CELL } = COMPARED;

/** The value of `only` in the comparison's address that leaves out what is the same. */
export const DIFFERENCES = 'differences';

type ComparisonTableProps = { phones: ComparedListing[]; onlyDifferences: boolean };

/** Phones side by side. The table scrolls within its own box and keeps its names and first column in view. */
export function ComparisonTable({ phones, onlyDifferences }: ComparisonTableProps) {
  const ids = phones.map(({ _id }) => _id);
  const addressOf = (others: string[]) => (others.length > 0 ? comparisonAddress(others) + (onlyDifferences ? `&only=${DIFFERENCES}` : '') : '/compare');
  const groups = compareRows(phones, Date.now()).map(({ title, rows }) => ({ title, rows: onlyDifferences ? rows.filter(({ differs }) => differs) : rows }));
  return (
    <ScrollBox
      label="Comparison"
      className="max-h-[85dvh] snap-x snap-mandatory scroll-pl-21 [&_td]:snap-start overflow-auto overscroll-x-contain [scrollbar-gutter:stable] rounded-2xl border border-line bg-surface sm:snap-none"
    >
      <table className={comparedTable(phones.length)}>
        <thead>
          <tr>
            <td className={`${CORNER} ${COMPARED.name} top-0 z-20 border-b border-line-strong px-2 py-2 sm:px-3`}>
              <span className="sr-only">Feature</span>
            </td>
            {phones.map((phone) => (
              <NameCell key={phone._id} phone={phone} />
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" className={`${CORNER} z-1 border-b px-2 py-2.5 font-medium sm:px-3`}>
              Phone
            </th>
            {phones.map((phone) => (
              <PhoneCell key={phone._id} phone={phone} addressWithout={addressOf(ids.filter((id) => id !== phone._id))} />
            ))}
          </tr>
        </tbody>
        {groups.map((group) => group.rows.length > 0 && <Group key={group.title} group={group} phones={phones} />)}
      </table>
    </ScrollBox>
  );
}

function NameCell({ phone }: { phone: ComparedListing }) {
  return (
    <th scope="col" className={`sticky top-0 z-10 border-b border-line-strong bg-surface px-2 py-2 text-left align-top sm:px-3 ${COMPARED.phone}`}>
      <Link
        to={`/selected-items-details/${encodeURIComponent(phone._id)}`}
        dir="auto"
        className="flex min-h-11 items-center text-sm leading-snug font-semibold sm:text-base sm:leading-snug wrap-anywhere underline decoration-line-strong underline-offset-4 hover:text-accent"
      >
        <span className="line-clamp-3">{phone.model_name}</span>
      </Link>
    </th>
  );
}

function PhoneCell({ phone, addressWithout }: { phone: ComparedListing; addressWithout: string }) {
  return (
    <td className={CELL}>
      <div className="grid max-w-48 justify-items-stretch gap-2">
        <ListingImage address={phone.image} phone={phone} alt="" eager sizes="16rem" className="aspect-square w-full rounded-xl" />
        {phone.status === 'sold' ? (
          <Badge tone="warning" className="justify-self-start">
            Sold
          </Badge>
        ) : (
          <ButtonLink size="small" className="max-sm:px-1" to={`/booking-page/${encodeURIComponent(phone._id)}`} aria-label={`Book Now: ${phone.model_name}`}>
            Book Now
          </ButtonLink>
        )}
        <Link
          to={addressWithout}
          onClick={() => leaveOut(phone._id)}
          preventScrollReset
          className={buttonClass({ variant: 'quiet', size: 'small' }, 'max-sm:gap-1 max-sm:px-1')}
          aria-label={`Remove ${phone.model_name}`}
        >
          <Icon name="x" className="size-4" />
          Remove
        </Link>
      </div>
    </td>
  );
}

function Group({ group: { title, rows }, phones }: { group: RowGroup; phones: ComparedListing[] }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={phones.length + 1} className="border-b border-line bg-sunken px-3 py-2 text-left text-base font-semibold">
          <span className="sticky left-3">{title}</span>
        </th>
      </tr>
      {rows.map((row) => (
        <ValueRow key={row.name} row={row} phones={phones} />
      ))}
    </tbody>
  );
}

function ValueRow({ row: { name, cells, differs }, phones }: { row: Row; phones: ComparedListing[] }) {
  return (
    <tr className={differs ? 'bg-accent-soft/40' : undefined}>
      <th scope="row" className={`${CORNER} z-1 border-b px-2 py-2.5 font-medium hyphens-auto sm:px-3`}>
        {name}
        {differs && <span className="mt-0.5 block text-sm font-normal text-accent">≠ Differs</span>}
      </th>
      {cells.map((cell, index) => (
        <ValueCell key={phones[index]?._id} {...cell} />
      ))}
    </tr>
  );
}

function ValueCell({ text, isBest }: Cell) {
  return (
    <td className={CELL}>
      {text === null ? (
        <span className="text-muted">Not known</span>
      ) : (
        <span dir="auto" className="block wrap-anywhere" suppressHydrationWarning>
          {text}
        </span>
      )}
      {isBest && (
        <Badge tone="good" className="mt-1">
          <Icon name="trophy" className="size-3.5" />
          Best
        </Badge>
      )}
    </td>
  );
}
