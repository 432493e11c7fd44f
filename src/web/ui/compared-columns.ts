/**
 * The columns of tables that compare phones, so that a table's stand below those of the one before. On a phone, the names of the features and two phones
 * fill the screen.
 */
export const COMPARED = {
  corner: 'sticky left-0 border-r border-line bg-surface text-left align-top wrap-anywhere',
  name: 'w-21 min-w-21 sm:w-44 sm:min-w-44',
  phone: 'w-[calc((100vw-7.25rem-2px)/2)] min-w-[calc((100vw-7.25rem-2px)/2)] max-[20rem]:min-w-24 sm:w-auto sm:min-w-36',
  cell: 'border-b border-line px-2 py-2.5 align-top sm:px-3',
} as const;

/** A table of so many phones: from tablets on, all columns of phones are equally wide, and never narrower than 36 units. */
export const comparedTable = (phones: number): string => `w-full border-separate border-spacing-0 text-sm sm:table-fixed print:min-w-0 ${WIDTHS[phones] ?? ''}`;

const WIDTHS: Record<number, string> = { 1: 'sm:min-w-80', 2: 'sm:min-w-116', 3: 'sm:min-w-152', 4: 'sm:min-w-188' };
