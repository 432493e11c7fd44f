// biome-ignore-all lint/a11y/noRedundantRoles: without `display: table` some browsers no longer expose it as a table.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Column<T> = {
  /** Shown above the column, and beside the value on a card. */
  header: string;
  cell: (row: T, index: number) => ReactNode;
  /** Only for screen readers, such as for a column of buttons. */
  hideHeader?: boolean;
  className?: string;
};

type DataTableProps<T> = { caption: string; columns: Column<T>[]; rows: T[]; rowKey: (row: T) => string };

/** A table that becomes one card per row where there is no room for columns. The roles keep it a table for screen readers. */
export function DataTable<T>({ caption, columns, rows, rowKey }: DataTableProps<T>) {
  return (
    <table role="table" className="block w-full lg:table lg:border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only lg:not-sr-only lg:table-header-group">
        <tr role="row" className="lg:border-b lg:border-line">
          {columns.map((column) => (
            <th key={column.header} role="columnheader" scope="col" className="px-4 py-3 text-left text-sm font-medium text-muted">
              {column.hideHeader ? <span className="sr-only">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="grid gap-4 lg:table-row-group">
        {rows.map((row, index) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="grid gap-2 rounded-2xl border border-line bg-surface p-4 lg:table-row lg:rounded-none lg:border-0 lg:border-b lg:bg-transparent"
          >
            {columns.map((column) => (
              <td
                key={column.header}
                role="cell"
                className={classNames('flex items-center justify-between gap-4 lg:table-cell lg:px-4 lg:py-3 lg:align-middle', column.className)}
              >
                {!column.hideHeader && (
                  <span className="shrink-0 text-sm text-muted lg:hidden" aria-hidden="true">
                    {column.header}
                  </span>
                )}
                <span className="min-w-0">{column.cell(row, index)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
