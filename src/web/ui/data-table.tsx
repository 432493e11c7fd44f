// biome-ignore-all lint/a11y/noRedundantRoles: without `display: table` some browsers no longer expose it as a table.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { PendingNote, Skeleton } from './skeleton.tsx';

/**
 * Where a column's value stands on a card. `title`, `aside` (at the right, such as a price) and `image` share the first line; each `line` stands below
 * them; `action` and `more` share the last line; `foot` is a last line of its own; `hidden` is for screen readers. A `field` stands beside its header.
 */
export type CardPlace = 'image' | 'title' | 'aside' | 'line' | 'action' | 'more' | 'foot' | 'hidden' | 'field';

export type Column<T> = {
  /** Shown above the column, and beside a `field` on a card. */
  header: string;
  cell: (row: T, index: number) => ReactNode;
  /** Only for screen readers, such as for a column of buttons. */
  hideHeader?: boolean;
  card?: CardPlace;
};

type DataTableProps<T> = { caption: string; columns: Column<T>[]; rows: T[]; rowKey: (row: T) => string };

/** An image, room for the title and the values below it, and the column at the right; in large text on a phone all below each other. */
const CARD =
  'grid grid-cols-[4rem_auto_minmax(0,1fr)_auto] gap-x-3 gap-y-1 rounded-2xl border border-line bg-surface p-3 @max-[14rem]:flex @max-[14rem]:flex-col';
const CELL = '@3xl:static @3xl:table-cell @3xl:px-3 @3xl:py-3 @3xl:align-middle';

/** On cards, links are high enough for a finger. */
const LINKS = '@max-3xl:[&_a]:inline-block @max-3xl:[&_a]:py-3';
/** A title stays level with what is beside it: its link reaches into the card's padding. */
const RAISED = '@max-3xl:[&_a]:-mt-3';

/** In columns, an endless name leaves pictures and buttons their width, not one letter a line. */
const UNBROKEN = '@3xl:[&_.button]:whitespace-nowrap @3xl:[&_img]:max-w-none';

const PLACES: Record<CardPlace, string> = {
  image: 'col-start-1 row-start-1 row-span-3',
  title: 'col-start-2 col-span-2 row-start-1 min-w-0',
  aside: 'col-start-4 row-start-1 text-right @max-[14rem]:text-left @3xl:text-left',
  line: 'col-start-2 -col-end-1 min-w-0',
  action: 'col-start-1 col-span-2 pt-2',
  more: 'col-start-3 -col-end-1 pt-2 @max-3xl:justify-self-end',
  foot: 'order-last col-start-1 -col-end-1 pt-2 min-w-0',
  hidden: '@max-3xl:sr-only',
  field: 'col-start-1 -col-end-1 flex items-center justify-between gap-4 min-w-0 py-1',
};

/** On cards without an image, the text begins at the left. */
const WITHOUT_IMAGE: Partial<Record<CardPlace, string>> = {
  title: 'col-start-1 col-span-3 row-start-1 min-w-0',
  line: 'col-start-1 -col-end-1 min-w-0',
};

/** A table that becomes one card per row where there is no room for columns. The roles keep it a table for screen readers. */
export function DataTable<T>({ caption, columns, rows, rowKey }: DataTableProps<T>) {
  const hasImage = columns.some(({ card }) => card === 'image');
  return (
    <div className="@container">
      <table role="table" className="block w-full @3xl:table @3xl:border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="sr-only @3xl:not-sr-only @3xl:table-header-group">
          <tr role="row" className="@3xl:border-b @3xl:border-line">
            {columns.map((column) => (
              <th key={column.header} role="columnheader" scope="col" className="px-3 py-3 text-left text-sm font-medium whitespace-nowrap text-muted">
                {column.hideHeader ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="grid gap-3 @3xl:table-row-group">
          {rows.map((row, index) => (
            <tr
              key={rowKey(row)}
              role="row"
              className={classNames(CARD, 'relative @3xl:static @3xl:table-row @3xl:rounded-none @3xl:border-0 @3xl:border-b @3xl:bg-transparent')}
            >
              {columns.map((column) => (
                <Cell key={column.header} column={column} hasImage={hasImage}>
                  {column.cell(row, index)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<T>({ column, hasImage, children }: { column: Column<T>; hasImage: boolean; children: ReactNode }) {
  const place = column.card ?? 'field';
  return (
    <td
      role="cell"
      className={classNames(
        (!hasImage && WITHOUT_IMAGE[place]) || PLACES[place],
        (place === 'title' || place === 'line') && LINKS,
        place === 'title' && RAISED,
        (place === 'image' || place === 'action' || place === 'more') && UNBROKEN,
        CELL,
      )}
    >
      {place === 'field' && !column.hideHeader && (
        <span className="shrink-0 text-sm text-muted @3xl:hidden" aria-hidden="true">
          {column.header}
        </span>
      )}
      {place === 'field' ? <span className="min-w-0">{children}</span> : children}
    </td>
  );
}

/** Placeholders in the size of a table's rows, and of its cards. */
export function TableSkeleton() {
  return (
    <div role="status" className="@container">
      <PendingNote />
      <div className="grid gap-3 @3xl:gap-px @3xl:pt-11">
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
          <Skeleton key={index} className="h-40 rounded-2xl @3xl:h-22 @3xl:rounded-none" />
        ))}
      </div>
    </div>
  );
}
